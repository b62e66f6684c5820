import type { ContactOutcome } from './contact-outcomes.ts'

export const messageReceivedText =
  'Thank you. We have received your message. Our team typically responds within 24 hours.'

/** What each outcome says, in the form's banner and on the page. `kept` is for a server that no mail is set up on. */
export const contactOutcomeTexts: Record<ContactOutcome, string> = {
  sent: messageReceivedText,
  kept: 'Thank you. Your message is kept for our team. No mail is set up on this server, so they read it here, and an answer can take longer than usual.',
  'not-valid':
    'Your message was not sent, because something in it is missing or too long. Please check your name, your email address, the subject and the message.',
  'too-many':
    'Several messages came from you or your network within the last hour. Please wait a while and send this one again.',
  'not-sent': 'Failed to send message. Please try again later.',
}
