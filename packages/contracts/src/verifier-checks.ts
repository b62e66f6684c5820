/** The verifiers' checks, by the names that a refused proof gives (record 112). Without the validation library. */

/** Of an AnonCreds presentation, in the order in which they are made. */
export const anonCredsChecks = [
  /** Size, depth and schema of the presentation (AnonCreds specification, "Presentation"; record 49). */
  'form',
  /** Each condition that is claimed is proved as asked, or met by the value that is shown (records 105 and 112). */
  'conditions',
  /** Exactly the referents asked for, each claimed once; no more conditions, no more credentials (record 112). */
  'request',
  /** The text shown stands for the signed number, which is in the proof (Aries RFC 0592). */
  'shown-values',
  /** Lengths, equal numbers and the challenge's coverage (Idemix specification 2.3.0, "VerifyProof", "VerifyCL"). */
  'numbers',
  /** The restrictions: definition, schema and issuer (Aries RFC 0592). */
  'kind',
  /** One requirement is answered by one credential (record 102). */
  'one-credential',
  /** Schema, definition, registry and status list are published here and belong together (record 68). */
  'published',
  /** Non-revocation is proved where it is asked for (Aries RFC 0441). */
  'non-revocation',
  /** It is proved on the status list in force at the moment asked for (AnonCreds, interval; record 112). */
  'newest-list',
  /** The library verifies the cryptographic proof, made for this request's nonce (AnonCreds specification). */
  'proof',
] as const
export type AnonCredsCheck = (typeof anonCredsChecks)[number]

/** Of an answer by OpenID4VP, and of each SD-JWT VC in it, in the order in which they are made. */
export const openid4vpChecks = [
  /** The answer names the request that it is for (OpenID4VP 1.0, 8.2). */
  'state',
  /** One credential for each that was asked for (OpenID4VP 1.0, 8.1 and 8.6). */
  'credentials',
  /** Parts, header and claims are those of an SD-JWT VC (RFC 9901, 4; SD-JWT VC, 3). */
  'malformed',
  /** The issuer signed it, by a certificate under the root named in the request (RFC 9901, 7.1; SD-JWT VC, 3.5). */
  'issuer-signature',
  /** It is valid at this moment (RFC 7519, 4.1.4 and 4.1.5). */
  'expired',
  /** Each disclosure stands in what was signed, once (RFC 9901, 7.1). */
  'disclosures',
  /** There is a binding to the holder's key (RFC 9901, 7.3). */
  'key-binding-missing',
  /** The key named in the credential signed the binding (RFC 9901, 7.3). */
  'key-binding-signature',
  /** The binding says that it is one, `kb+jwt` (RFC 9901, 4.3). */
  'key-binding-type',
  /** It was made for this verifier (RFC 9901, 7.3; OpenID4VP 1.0, 14.1). */
  'audience',
  /** It was made for this request (RFC 9901, 7.3; OpenID4VP 1.0, 14.1). */
  'nonce',
  /** It covers the credential and the disclosures as they came (RFC 9901, 4.3.1). */
  'sd-hash',
  /** It was made a short while ago (RFC 9901, 7.3). */
  'key-binding-time',
  /** The credential is of a type that was asked for (OpenID4VP 1.0, B.3.5). */
  'type',
  /** The status list does not say that it is revoked (Token Status List, 8.3). */
  'status',
  /** Each claim that was asked for is shown (OpenID4VP 1.0, 6.4). */
  'claims',
  /** Each value that is shown meets its condition (record 106). */
  'condition',
] as const
export type Openid4vpCheck = (typeof openid4vpChecks)[number]

export const verifierChecks = [...anonCredsChecks, ...openid4vpChecks] as const
export type VerifierCheck = (typeof verifierChecks)[number]
