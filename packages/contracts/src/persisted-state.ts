import { z } from 'zod'
import { predicateRequirement } from './character.ts'
import { pickCharacterId } from './constants.ts'
import { defaultProtocol, protocols } from './protocols.ts'
import type { OnboardingKind } from './screen-kinds.ts'
import { connectionState, credentialRefusal, credentialState, refusalReason } from './states.ts'

/**
 * A browser's state of a visit (docs/product.md, section 4), by slice of the store: types, checks and first values.
 * Never `proof`, `confirmedPerson`, `socket` or attribute values; a character's content holds values, so only its slug.
 */

const text = z.string()
const names = z.array(text)
const textOrNull = text.nullable()
const off = z.boolean().default(false)
const none = textOrNull.default(null)
const count = z.int().nonnegative().default(0)
const protocol = z.enum(protocols)

const position = z.object({
  stepCount: z.int().nonnegative(),
  proofId: textOrNull,
  /** Proofs that opened the way on, by index of their step: BACK shows them again. */
  answered: z.record(text, z.object({ id: text, refusal: refusalReason.nullable() })).optional(),
})

/** An invitation and the connection made from it. */
const screenConnection = z.object({
  kind: z.literal('connection'),
  protocol,
  id: text,
  /** `@id` of the invitation; the server finds the connection by it. */
  invitationId: text,
  state: connectionState,
  invitationUrl: text,
  /** Short address of the same invitation, for the QR code. */
  shortUrl: text,
  /** The wallet was opened by deep link on this device. */
  isDeepLink: z.boolean(),
  /** The link was copied, or given to the web wallet: there was nothing to scan. */
  isHandedOver: z.boolean().optional(),
})
export type ScreenConnection = z.infer<typeof screenConnection>

/** How the party of a screen is met: over a connection, or by the invitation of each of its offers and requests. */
export const meeting = z.discriminatedUnion('kind', [
  screenConnection,
  z.object({ kind: z.literal('invitation'), protocol }),
])
export type Meeting = z.infer<typeof meeting>

/** One exchange with the wallet, from the offer on; `state` says whether it is issued. */
export const issuedCredential = z.object({
  name: text,
  /** `credential_exchange_id`. */
  id: text,
  protocol,
  /** null: it was offered by an invitation. */
  connectionId: textOrNull,
  /** Thread of the exchange's messages; unknown until the server answers. */
  threadId: textOrNull,
  state: credentialState,
  /** Reason for an end without a credential. */
  refusal: credentialRefusal.nullable(),
})
export type IssuedCredential = z.infer<typeof issuedCredential>

/** Disclosed and undisclosed attributes of one credential in a proof: by name, never by value. */
export const receiptCredential = z.object({
  name: text,
  /** Exchange of this visit's card, which may have answered; null where it cannot have. Older receipts have none. */
  exchange: textOrNull.optional(),
  /** That card was revoked, and another has taken its place. */
  isRevoked: z.boolean().optional(),
  /** The signer; null where content does not say. */
  issuer: textOrNull,
  shown: names,
  /** Attributes that are only compared: SD-JWT shows their values, AnonCreds does not. Older receipts have none. */
  onlyCompared: names.optional(),
  /** Those that the verifier compared with another card's. */
  alike: names.optional(),
  /** Conditions of the request that were proved to hold without the attribute being shown. */
  proved: z.array(predicateRequirement),
  /** Attributes that the verifier learned nothing about. */
  kept: names,
  /** Whether the verifier asked that the credential is not revoked, and saw it proved. */
  nonRevoked: z.boolean(),
})
export type ReceiptCredential = z.infer<typeof receiptCredential>

/** The receipt of a verified proof. It holds no value of any attribute, so a browser may store it. */
export const receipt = z.object({
  /** The proof exchange's id. */
  id: text,
  useCase: z.object({ slug: text, name: text }),
  verifier: text,
  /** The request's title, as the wallet showed it. */
  request: text,
  /** ISO 8601. */
  at: text,
  protocol: protocol.default(defaultProtocol),
  /** By these the verifier would know the same copy of a card again; absent where each proof is made anew. */
  holderKeys: names.optional(),
  credentials: z.array(receiptCredential),
})
export type Receipt = z.infer<typeof receipt>

/** Shared by all tabs. */
export const sharedState = z.object({
  characters: z.object({ currentCharacter: none }),
  wallets: z.object({
    /** Id of the chosen wallet; its deep-link scheme opens it. */
    chosenWallet: none,
  }),
  connection: z.object({
    /** By screen key: a character may connect to several issuers. */
    byScreen: z.record(text, meeting).default({}),
    /** The screen opened last; it has no connection until its invitation exists. */
    screen: none,
  }),
  credentials: z.object({
    issuedCredentials: z.array(issuedCredential).default([]),
    /** Names of credentials that the visitor claims to hold already. */
    heldCredentials: names.default([]),
    revokableCredentials: z
      .array(z.object({ name: text, revocationRegId: text, connectionId: textOrNull, credRevocationId: text }))
      .default([]),
    /** `cred_def_id` by start-cased name. */
    definitionIds: z.record(text, text).default({}),
  }),
  onboarding: z.object({
    /** Screen id in the current character's list. */
    onboardingStep: text.default(pickCharacterId satisfies OnboardingKind),
    /** Onboarding's latest connection. */
    connectionId: none,
    isCompleted: off,
  }),
  preferences: z.object({
    /** null: follow the device. */
    darkMode: z.boolean().nullable().default(null),
    showHiddenUseCases: off,
    /** On by default: revoking is half of the demo's lesson. */
    revocationEnabled: z.boolean().default(true),
    characterUploadEnabled: off,
    completedUseCaseSlugs: names.default([]),
    demoCompleted: off,
    /** The visitor closed 'Showcase Completed!' with CANCEL; asked again only after a change. */
    completeCanceled: off,
    /** The family that new credentials are issued in; DIDComm by default. */
    protocol: protocol.optional(),
    /** A verifier refused a revoked card: nothing is left to see. Older visits do not say. */
    revokedSeenRefused: z.boolean().optional(),
    /** ISO 8601 time of this visit's first invitation. */
    connectionDate: none,
    lastServerReset: none,
  }),
  /** Steps of use cases that are neither left nor completed: a tab that opens one anew goes on there. */
  positions: z.object({
    bySlug: z.record(text, position).default({}),
  }),
  /** Accepted proofs of this visit, by proof id. All tabs share them, while each plays its own use case. */
  receipts: z.object({ byProof: z.record(text, receipt).default({}) }),
})
export type SharedState = z.infer<typeof sharedState>

/** Per tab: the position within a use case, and the uploaded character. */
export const tabState = z.object({
  /** Progress in the running use case; without one it means nothing. */
  section: z.object({
    /** Number of screens in the use case. */
    sectionCount: count,
    /** Index of the screen shown. */
    stepCount: count,
    /** Proof exchange of this step. Only the id is stored; a reload fetches the proof. */
    proofId: none,
  }),
  useCases: z.object({ currentUseCase: none }),
  /** A reload loses a tab's upload: the page asks for the file again. */
  upload: z.object({ uploadedSlug: none }),
})
export type TabState = z.infer<typeof tabState>
