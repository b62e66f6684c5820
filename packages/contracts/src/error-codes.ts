/**
 * Every code that an error answer can carry: each stands for one sentence, so that a page can say it in its own
 * language. Brings no validation library.
 */
export const errorCodes = [
  // Absent, or another visitor's.
  'not-found',
  'connection-not-found',
  'invitation-not-found',
  'credential-not-found',
  'proof-not-found',
  'exchange-not-found',
  'definition-not-found',
  'character-not-found',
  'picture-not-found',
  // A body that the address does not take.
  'field-missing',
  'field-not-valid',
  'field-unknown',
  'not-json',
  'address-not-valid',
  'subscription-not-valid',
  'attributes-missing',
  'attributes-unknown',
  'attribute-not-allowed',
  'not-possible',
  'method-not-allowed',
  'unsupported-media-type',
  'not-didcomm',
  'too-large',
  'headers-too-large',
  'too-slow',
  'foreign-origin',
  // Too early.
  'not-connected',
  'still-connecting',
  'not-issued',
  'wallet-unreachable',
  'definition-preparing',
  // Too much of one visitor or network.
  'too-many-calls',
  'too-many-subscriptions',
  'too-many-invitations',
  'too-many-definitions',
  'too-many-messages',
  // Too much of all visitors together, or a part of the server is away.
  'connections-busy',
  'offers-busy',
  'proofs-busy',
  'definitions-busy',
  'definitions-full',
  'messages-full',
  'server-busy',
  'issuer-unavailable',
  'storage-unavailable',
  'starting',
  'stopping',
  'internal',
  'upload-off',
] as const

export type ErrorCode = (typeof errorCodes)[number]
