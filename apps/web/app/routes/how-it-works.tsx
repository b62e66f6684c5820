import { HowItWorksPage } from '../features/marketing/how-it-works/how-it-works-page.tsx'
import { howItWorksQuestions } from '../features/marketing/how-it-works/how-it-works-questions.ts'
import { pageMeta } from '../metadata/page-meta.ts'
import { faqPage } from '../metadata/structured-data.ts'

export const meta = pageMeta('/how-it-works', faqPage(howItWorksQuestions))

export default HowItWorksPage
