import type { Faq } from '../../../metadata/structured-data.ts'

/** Questions that people have before they write (docs/product.md, section 9). */
export const questions: Faq = {
  'How soon will I hear from you?':
    'Our team typically responds within 24 hours. If you leave a phone number and ask for a call, we call on Monday to Friday between 9am and 6pm WAT.',
  'How long does it take to set up?':
    'Setup takes 2 to 4 weeks. In that time we agree which credentials you issue or check, connect them with the systems you have, and try everything with your own people before your customers see it.',
  'Can I try it before I talk to anyone?':
    'Yes. The demo is free and needs no account: you pick a character, connect a wallet and receive credentials with real signatures. A wallet opens in your browser; wallet apps for iOS and Android that are made by others work too.',
  'What happens to what I write here?':
    'It is stored so that it cannot get lost, read by our team, and deleted from this server 30 days after it was mailed to them, or after you wrote it if it could not be mailed. We use it to answer you, and for nothing else.',
}
