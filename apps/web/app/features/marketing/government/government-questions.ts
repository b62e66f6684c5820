import type { Faq } from '../../../metadata/structured-data.ts'

/** Questions of public offices; the same list is the page's structured data. */
export const governmentQuestions: Faq = {
  'Does the office that issued a record see where it is used?':
    'No. The citizen’s wallet answers the office that asks, and the issuer takes no part. It publishes its keys and a list of revoked records that is the same for everybody and names nobody.',
  'What if somebody loses the phone?':
    'The office revokes the records on it and issues new ones to the new phone, after the same check as the first time. Records of other offices are revoked by those offices.',
  'What about people without a smartphone?':
    'They keep the paper and the window. A credential is a second door, never the only one, and we would advise against any service that closes the first.',
  'Is there a blockchain?':
    'No. An issuer’s keys, credential definitions and lists of revoked records are files at a web address of its own, with a signed history that anybody can check (did:webvh).',
  'Does a check work without a network?':
    'Not in this product. The wallet and the office that asks both need a connection while the answer is given and checked.',
  'Which government uses it?':
    'None. This page says what the product can do; the people, offices and records on it are made up.',
}
