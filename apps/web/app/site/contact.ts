/** What the contact page has besides `site.ts`. */
import { contactFormId, enhanceContactForm } from './contact-form.ts'

const form = document.getElementById(contactFormId)
if (form instanceof HTMLFormElement) enhanceContactForm(form)
