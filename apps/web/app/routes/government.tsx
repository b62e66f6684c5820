import { GovernmentPage } from '../features/marketing/government/government-page.tsx'
import { governmentQuestions } from '../features/marketing/government/questions.ts'
import { pageMeta } from '../metadata/page-meta.ts'
import { faqPage } from '../metadata/structured-data.ts'

export const meta = pageMeta('/government', faqPage(governmentQuestions))

export default GovernmentPage
