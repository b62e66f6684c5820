/** Findings with their figures as docs/quality.md has them, which a test compares. */
export const measured: readonly [what: string, finding: string][] = [
  [
    'Computing for a visitor, DIDComm',
    '0.44 × of what ACA-Py 1.7.0 takes as issuer for a connection, a card and a proof, in the same run.',
  ],
  [
    'Two verifiers pool their databases',
    'With AnonCreds they tell one person from two no better than by tossing a coin (0.501 on a scale where 0.5 is chance), and their issuer can’t help them. With SD-JWT VC from a batch it is 0.501 too, and 1.000 once the issuer joins in.',
  ],
  [
    'A server killed after each write',
    'The visit went on by itself in 162 of 162 cases by DIDComm and 148 of 148 by OpenID4VC.',
  ],
  ['Malformed calls', '20,395 requests to the interface: none was answered with a failure of the server.'],
]
