import { ContactPage } from '../features/marketing/contact/contact-page.tsx'
import { pageMeta } from '../metadata/page-meta.ts'

export const meta = pageMeta('/contact')

export default ContactPage
