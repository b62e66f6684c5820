import type { Question } from '../../../metadata/structured-data.ts'

/** Questions of public offices; the same list is the page's structured data. */
export const governmentQuestions: readonly Question[] = [
  {
    question: 'Does the office that issued a record see where it is used?',
    answer:
      'No. The citizen’s wallet answers the office that asks, and the issuer takes no part. It publishes its keys and a list of revoked records that is the same for everybody and names nobody.',
  },
  {
    question: 'What if somebody loses the phone?',
    answer:
      'The office revokes the records on it and issues new ones to the new phone, after the same check as the first time. Records of other offices are revoked by those offices.',
  },
  {
    question: 'What about people without a smartphone?',
    answer:
      'They keep the paper and the window. A credential is a second door, never the only one, and we would advise against any service that closes the first.',
  },
  {
    question: 'Is there a blockchain?',
    answer:
      'No. An issuer’s keys, credential definitions and lists of revoked records are files at a web address of its own, with a signed history that anybody can check (did:webvh).',
  },
  {
    question: 'Does a check work without a network?',
    answer:
      'Not in this product. The wallet and the office that asks both need a connection while the answer is given and checked.',
  },
  {
    question: 'Which government uses it?',
    answer: 'None. This page says what the product can do; the people, offices and records on it are made up.',
  },
]
