/**
 * Business constants and limits (docs/product.md, section 9). Times are milliseconds unless the name
 * says otherwise. Brings no validation library, so that a page can use it.
 */

export { brand, confirmedPersonPath, contactAddress, otherCharacterPath, persistedState } from './site.ts'

export const timings = {
  /** An issuance error that still stands after this time opens the time-out dialog. */
  credentialIssuanceTimeout: 10_000,
  /** Pause between two attempts to issue over a deep link. */
  deepLinkIssuanceInterval: 1_000,
  /** Pause before the page hands over to the wallet's deep link. */
  deepLinkOpenDelay: 500,
  /** 'Connection Established!' stays this long … */
  connectedNotice: 1_500,
  /** … and the page moves on this long after. */
  connectedAdvance: 2_000,
  walletModalAdvance: 300,
  /** After this long without an answer from the wallet, a help link appears. */
  waitingHelp: 10_000,
  /** The same for the making of keys, which is said to take up to a minute. */
  preparationHelp: 60_000,
  confettiOnCompletion: 10_000,
  confettiOnCommand: 1_300,
  /** The server waits this long for a wallet on the deep-link paths before it answers 409. */
  deepLinkConnectionWait: 10_000,
  /** The server waits this long for a credential definition before it answers 202 'preparing'. */
  credentialDefinitionWait: 2_000,
} as const

export const deepLinkIssuanceAttempts = 3

export const socketReconnection = {
  delay: 1_000,
  delayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const

/** In the answer to a call that came without a visitor's cookie, which got one. */
export const newVisitorHeader = 'x-new-visitor'

export const socketPath = '/demo/socket/'

export const confettiPieces = 200
/** Below this width, in CSS pixels, the wallet modal shows no QR code. */
export const walletModalMobileBreakpoint = 760
export const qrCodeSize = 165

export const goalCodes = { issue: 'aries.vc.issue', verifyOnce: 'aries.vc.verify.once' } as const
export const flowTypes = { onboarding: 'onboarding-flow', confirmedPerson: 'confirmed-person-flow' } as const
export type FlowType = (typeof flowTypes)[keyof typeof flowTypes]
/** The first screen of an onboarding, which content may leave to the page. */
export const pickCharacterId = 'PICK_CHARACTER'
/** The choice of the wallet in this browser; no wallet of the content may have this id. */
export const webWalletId = 'web'
export const defaultDeepLinkScheme = 'didcomm'
export const deepLinkHost = 'aries_connection_invitation'

export const credentialVersion = '2.0'
export const confirmedPersonName = 'ConfirmedPerson'
/** The hidden character of the Confirmed Person flow. */
export const confirmedPersonSlug = 'confirmed-person'
/** The fields of a person's document in the form of that flow. The credential needs all of them. */
export const personFields = [
  'familyName',
  'givenNames',
  'dateOfBirth',
  'gender',
  'documentType',
  'documentNumber',
  'documentExpiryDate',
  'nationality',
  'documentIssuingBody',
] as const
export type PersonField = (typeof personFields)[number]
export const proofRequestVersion = '1.0.0'
/** Preview type of issue-credential 2.0 (RFC 0453). */
export const credentialPreviewType = 'https://didcomm.org/issue-credential/2.0/credential-preview'

/** Why a verifier refused an answer. */
export const answerRefusals = ['revoked', 'predicate-not-met', 'mixed-credentials', 'not-verifiable'] as const

/** Which part of a wallet's last call could not be read. Its exchange stays open: the wallet may try again. */
export const unreadableParts = ['unreadable-fields', 'unreadable-encryption', 'unreadable-content'] as const
export type UnreadablePart = (typeof unreadableParts)[number]

/** Why there is no verified proof. Those beside `answerRefusals` mean that no answer came or none could be checked. */
export const refusalReasons = [
  ...answerRefusals,
  ...(['declined', 'expired', 'unreachable', 'unavailable'] as const),
  ...unreadableParts,
] as const

/** Why there is no credential. */
export const credentialRefusals = [
  ...(['declined', 'expired', 'withdrawn', 'unreachable', 'wrong-code'] as const),
  ...unreadableParts,
] as const

/** The most recorded protocol messages of each connection or proof, and the size of each (record 46). */
export const protocolMessageLimits = { count: 200, bytes: 16 * 1024 } as const

/** Bounds on what a visitor may send (docs/product.md, section 5). */
export const limits = {
  bodyBytes: 100 * 1024,
  uploadBytes: 256 * 1024,
  didcommBytes: 1024 * 1024,
  label: 64,
  comment: 1_000,
  name: 100,
  id: 300,
  attributesPerCredential: 20,
  attributeName: 100,
  /** Long enough for a small picture as a data URL. */
  attributeValue: 64 * 1024,
  /** For a value that is no picture. */
  attributeText: 1_000,
  referentsPerProof: 20,
  namesPerReferent: 20,
  restrictionsPerReferent: 10,
} as const

/** First path segments below which the server itself answers, besides the API's own (section 7). */
export const serverSegments = ['server', 'didcomm', 'openid4vc', 'resources', 'tails', 'i', 'content', 'docs'] as const

/** Folders of the built pages' files. */
export const staticSegments = ['assets', 'documents', 'icons', 'illustrations', 'social'] as const
