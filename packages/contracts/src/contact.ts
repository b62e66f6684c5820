/**
 * The contact form (docs/product.md, sections 2, 4, 5 and 7). Its fields are `name`, `email`,
 * `phone`, `subject` and `message`, and the trap below. A script posts them as JSON to `sendEmail`; without JavaScript the
 * form itself posts them there (`application/x-www-form-urlencoded`) and is sent on to one of the outcome pages.
 * Brings no validation library, so that a page can use it.
 */

export * from './contact-outcome-texts.ts'
export * from './contact-outcomes.ts'

export const contactSubjects = [
  'General Inquiry',
  'Product Demo',
  'Partnership',
  'Technical Support',
  'Pricing',
  'Other',
] as const

/**
 * A field that people never see and programs fill in. On the page it is out of sight, `aria-hidden`, not in the tab order
 * and with `autocomplete="off"`; a message that has it filled is answered like any other and not kept.
 */
export const contactTrap = 'website'

/** Bounds on the server, in characters; in the browser validation stays native. */
export const contactLimits = { name: 200, email: 254, phone: 40, message: 10_000, trap: 10_000 } as const
export const contactMessagesPerHour = 3

/** What is expected of a field that was refused. */
export const contactFieldTexts = {
  name: `Please enter your full name, in at most ${contactLimits.name} characters.`,
  email: `Please enter your email address, like name@example.com, in at most ${contactLimits.email} characters.`,
  phone: `Please enter a phone number of at most ${contactLimits.phone} characters, or none.`,
  subject: 'Please select one of the subjects.',
  message: `Please enter a message of at most ${contactLimits.message.toLocaleString('en')} characters.`,
} as const
