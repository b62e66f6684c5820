/**
 * The contact form (docs/product.md, sections 2, 4, 5 and 7): `name`, `email`, `phone`, `subject`, `message`, and the
 * trap below. A script posts JSON to `sendEmail`; without JavaScript the form posts itself and is redirected to an
 * outcome page. Brings no validation library, so that a page can use it.
 */

/** How a post of the form ends. Each is a page, `/contact/{outcome}`, that says so to a visitor without JavaScript. */
export const contactOutcomes = ['sent', 'kept', 'not-valid', 'too-many', 'not-sent'] as const
export type ContactOutcome = (typeof contactOutcomes)[number]

export const contactOutcomePath = <const Outcome extends ContactOutcome>(outcome: Outcome) =>
  `/contact/${outcome}` as const

export const messageReceivedText =
  'Thank you. We have received your message. Our team typically responds within 24 hours.'

/** The text of each outcome, in the form's banner and on the page. `kept` is for a server that no mail is set up on. */
export const contactOutcomeTexts: Record<ContactOutcome, string> = {
  sent: messageReceivedText,
  kept: 'Thank you. Your message is kept for our team. An answer can take longer than usual.',
  'not-valid':
    'Your message was not sent, because something in it is missing or too long. Please check your name, your email address, the subject and the message.',
  'too-many':
    'Several messages came from you or your network within the last hour. Please send this one again in an hour.',
  'not-sent': 'Failed to send message. Please try again later.',
}

export const contactSubjects = [
  'General Inquiry',
  'Product Demo',
  'Partnership',
  'Technical Support',
  'Pricing',
  'Other',
] as const

/** First lines of a message, which a link begins for the visitor. */
export const contactOpenings = { pilot: 'I would like to know more about a pilot.' } as const

/** Address of the form with its subject chosen, and the message begun. */
export function contactAbout(subject: (typeof contactSubjects)[number], opening?: keyof typeof contactOpenings) {
  const begun = opening ? `&${contactOpeningParameter}=${opening}` : ''
  return `/contact?${contactSubjectParameter}=${encodeURIComponent(subject)}${begun}`
}

export const contactSubjectParameter = 'subject'
export const contactOpeningParameter = 'opening'

/**
 * A field that people never see and programs fill in: out of sight, `aria-hidden`, out of the tab order,
 * `autocomplete="off"`. A message that fills it gets the usual answer and is not kept.
 */
export const contactTrap = 'website'

/** Bounds on the server, in characters; in the browser validation stays native. */
export const contactLimits = { name: 200, email: 254, phone: 40, message: 10_000, trap: 10_000 } as const
export const contactMessagesPerHour = 3

/** The rule of each field, for one that was refused. */
export const contactFieldTexts = {
  name: `Please enter your full name, in at most ${contactLimits.name} characters.`,
  email: `Please enter your email address, like name@example.com, in at most ${contactLimits.email} characters.`,
  phone: `Please enter a phone number of at most ${contactLimits.phone} characters, or none.`,
  subject: 'Please select one of the subjects.',
  message: `Please enter a message of at most ${contactLimits.message.toLocaleString('en')} characters.`,
} as const
