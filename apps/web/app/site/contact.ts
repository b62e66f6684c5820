/** The contact page's script besides `site.ts`. */
import { contactFormId, enhanceContactForm } from './contact-form.ts'

const form = document.getElementById(contactFormId)
if (form instanceof HTMLFormElement) enhanceContactForm(form)
