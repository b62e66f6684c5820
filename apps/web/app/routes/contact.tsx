import { ContactPage } from '../features/marketing/contact/contact-page.tsx'
import { questions } from '../features/marketing/contact/questions.ts'
import { pageMeta } from '../metadata/page-meta.ts'
import { faqPage } from '../metadata/structured-data.ts'

export const meta = pageMeta('/contact', faqPage(questions))

export default ContactPage
