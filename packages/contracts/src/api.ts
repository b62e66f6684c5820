import { z } from 'zod'
import type { ApiRouteName } from './api-routes.ts'
import { character, wallet } from './character.ts'
import { flowTypes, goalCodes, limits } from './constants.ts'
import { contactLimits, contactSubjects, contactTrap } from './contact.ts'
import { credentialAttributes, credentialToIssue } from './credential.ts'
import { errorCodes } from './error-codes.ts'
import { proofRequest } from './proof-request.ts'
import { protocolMessages } from './protocol-message.ts'
import { defaultProtocol, familyOf, protocols } from './protocols.ts'
import { connectionState, credentialRefusal, credentialState, proofState, refusalReason } from './states.ts'
import { identifier, line, optionalLine, paragraphs } from './text-schema.ts'
import { analyticsAnswer, analyticsBatch } from './tracked-event.ts'
import { verifierChecks } from './verifier-checks.ts'
import { bodyOf } from './without-empty.ts'

/**
 * Payloads and answers of each call in `apiRoutes`, by its key, with the specified names (docs/product.md, section 7).
 */

const protocol = z.enum(protocols).default(defaultProtocol)
const byId = z.object({ id: identifier })
const comment = z.string().max(limits.comment).optional()

const myLabel = line(limits.label)
/** Shown by wallets beside the label; only pictures of this site are passed on. */
const imageUrl = z.string().max(2_000).optional()

export const createInvite = z.object({
  my_label: myLabel,
  image_url: imageUrl,
  goal_code: z.enum([goalCodes.issue, goalCodes.verifyOnce]).default(goalCodes.issue),
  flow_type: z.enum([flowTypes.onboarding, flowTypes.confirmedPerson]).optional(),
  request_id: identifier
    .optional()
    .describe('Of your choice. A repeated call with it is answered with the same invitation, while that is open.'),
})

export const connectionRecord = z.object({
  connection_id: z.string(),
  invi_msg_id: z.string(),
  state: connectionState,
})
export type ConnectionRecord = z.infer<typeof connectionRecord>

export const invitation = connectionRecord.extend({
  invitation_url: z.string(),
  /** The same invitation behind a short address, for a QR code that is easy to scan. */
  short_url: z.string(),
})
export type Invitation = z.infer<typeof invitation>

const definitionBody = z.object({
  credential: credentialToIssue,
  protocol: protocol.describe('Of the offers and requests that it is for.'),
})

export const credentialDefinition = z.object({
  /** The credential definition's id; its last colon-separated part is the credential's name. */
  data: z.string(),
  /** `preparing` (answered with 202 and Retry-After) while keys are being made: ask again. */
  state: z.enum(['ready', 'preparing']),
})

const mostValidSeconds = 365 * 24 * 60 * 60

export const offerCredential = z.object({
  connection_id: identifier
    .optional()
    .describe('Of the wallet that gets the offer. Absent with a `protocol` that needs no connection.'),
  protocol: protocol.describe('Without connections, it offers to whatever wallet takes the invitation in the answer.'),
  cred_def_id: identifier,
  valid_seconds: z
    .int()
    .min(1)
    .max(mostValidSeconds)
    .optional()
    .describe(
      'The credential is valid for no longer, from the moment its wallet takes the offer; about a year by default. ' +
        'Not by DIDComm: AnonCreds have no end of their own. Copies of a credential have the same end.',
    ),
  credential_proposal: z.object({
    '@type': z.string().max(limits.id).optional(),
    attributes: credentialAttributes,
  }),
})

const offerBody = offerCredential
  .refine(({ connection_id, protocol }) => (connection_id !== undefined) === familyOf(protocol).needsConnection, {
    path: ['connection_id'],
    error: 'must be given, or a protocol that needs none in its place',
  })
  .refine(({ valid_seconds, protocol }) => valid_seconds === undefined || familyOf(protocol).cardsExpire, {
    path: ['valid_seconds'],
    error: 'can not be given by DIDComm, whose credentials have no end of their own',
  })

export const credentialRecord = z.object({
  credential_exchange_id: z.string(),
  protocol: z.enum(protocols),
  /** Null for one that was offered without a connection. */
  connection_id: z.string().nullable(),
  state: credentialState,
  credential_definition_id: z.string(),
  revoc_reg_id: z.string().nullable(),
  revocation_id: z.string().nullable(),
  thread_id: z.string(),
  revoked: z.boolean(),
  /** Why there is no credential; of an open exchange, why the wallet's last call could not be read. For people. */
  reason: z.string().nullable(),
  /** The same for programs. */
  refusal: credentialRefusal.nullable(),
  invitation_url: z.string().optional().describe('For a wallet on this device. Of an offer without a connection.'),
  other_device: z
    .object({
      invitation_url: z.string(),
      tx_code: z.string().describe('Typed in by its holder, so that a stranger who sees the QR code takes nothing.'),
    })
    .optional()
    .describe('The same offer for a wallet on another device, to show as a QR code.'),
  created_at: z.string(),
  updated_at: z.string(),
})
export type CredentialRecord = z.infer<typeof credentialRecord>

export const revoke = z.object({
  comment,
  /** The credential's, where it has one. */
  connection_id: identifier.nullish(),
  cred_rev_id: identifier,
  notify: z.boolean().default(true),
  notify_version: z.enum(['v1_0', 'v2_0']).default('v2_0'),
  publish: z.boolean().default(true),
  rev_reg_id: identifier,
  thread_id: z.string().max(limits.id).optional(),
})

export const requestProof = z.object({
  connection_id: identifier,
  comment,
  proof_request: proofRequest,
  auto_verify: z.boolean().optional(),
})

export const requestProofOutOfBand = z.object({
  /** The asking party, as wallets show it; the brand by default. */
  my_label: myLabel.optional(),
  image_url: imageUrl,
  protocol: protocol.describe('Whose wallets are asked.'),
  comment,
  proof_request: proofRequest,
  auto_verify: z.boolean().optional(),
  auto_present: z.boolean().optional(),
})

const distantProofRequest = requestProofOutOfBand.extend({
  distance: z
    .strictObject({
      registry: z.enum(['up', 'down']).describe('Whether the issuer’s addresses are within reach for this question.'),
      oldest_list: z
        .int()
        .min(0)
        .max(24 * 60 * 60)
        .describe('Seconds for which a list that can’t be read anew is used.'),
      earlier: identifier
        .optional()
        .describe('An earlier proof of yours by this verifier: what it read is kept for this one.'),
    })
    .describe('The verifier is not the issuer: it reads what the issuer publishes by its addresses.'),
})

const revealedValue = z.object({ raw: z.string(), encoded: z.string().optional() })

export const proofRecord = z.object({
  presentation_exchange_id: z.string(),
  connection_id: z.string().nullable(),
  state: proofState,
  presentation: z
    .object({
      requested_proof: z.object({
        revealed_attrs: z.record(z.string(), revealedValue),
        revealed_attr_groups: z.record(z.string(), z.object({ values: z.record(z.string(), revealedValue) })),
        /** Referents of predicates that were proved, without their values. */
        predicates: z.record(z.string(), z.object({})),
        holder_keys: z
          .array(z.string())
          .optional()
          .describe('Thumbprints (RFC 7638) of the keys that shown SD-JWTs are bound to. Equal ones: the same copy.'),
      }),
    })
    .nullable(),
  verified: z.boolean().nullable().describe('null while unknown. Several SD-JWTs may be several people’s.'),
  /** Why it is not verified; of an open request, why the wallet's last answer could not be read. For people. */
  reason: z.string().nullable(),
  /** The same for programs. */
  refusal: refusalReason.nullable(),
  failed_check: z
    .enum(verifierChecks)
    .nullable()
    .describe(
      'The check of the verifier that refused the answer; only GET names it, and only while the proof is kept.',
    ),
  registry_reads: z
    .object({
      calls: z.array(z.object({ address: z.string(), answered: z.boolean() })),
      list_read_at: z.string().nullable().describe('Of the oldest list in use; null where none was ever read.'),
    })
    .optional()
    .describe('What a distant verifier would read for the answer, computed here; only GET tells.'),
  created_at: z.string(),
  updated_at: z.string(),
})

const anonymitySet = z.object({
  cards: z
    .int()
    .describe(
      'Cards that a verifier can not tell from this one by what all cards have in common, itself among them: of its ' +
        'kind and status list, and by OpenID4VC of its quarter of a year.',
    ),
})
export type ProofRecord = z.infer<typeof proofRecord>

export const outOfBandProof = z.object({
  /** The request as an out-of-band invitation (about 3 KB). */
  proofUrl: z.string(),
  /** The same behind a short address, for a QR code. */
  shortUrl: z.string(),
  proof: proofRecord,
})

export const contactMessage = z.object({
  name: line(contactLimits.name),
  /** Browsers' rule for an email address, so no form is refused that a browser let pass. */
  email: line(contactLimits.email).regex(z.regexes.html5Email, 'must be an email address'),
  phone: optionalLine(contactLimits.phone).optional(),
  subject: z.enum(contactSubjects),
  message: paragraphs(contactLimits.message),
  /** Filled by programs only. */
  [contactTrap]: z.string().max(contactLimits.trap).optional(),
})
export type ContactMessage = z.infer<typeof contactMessage>

/** The form of errors, too (docs/product.md, section 7). Ours always has a message; pages do without it. */
export const contactAnswer = z.object({ success: z.boolean(), message: z.string().optional() })
export type ContactAnswer = z.infer<typeof contactAnswer>

/** ISO 8601; the last time the data was reset, not the last start (docs/product.md, section 4). */
export const lastReset = z.object({ lastServerReset: z.string() })

export const errorAnswer = z.object({ error: z.object({ code: z.enum(errorCodes), message: z.string() }) })
export type ErrorAnswer = z.infer<typeof errorAnswer>

interface RouteSchemas {
  params?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
}

const nothing = z.null()

export const apiSchemas = {
  createInvite: { body: bodyOf(createInvite), answer: invitation },
  getConnectionByInvitation: { params: byId, answer: connectionRecord },
  getConnectionMessages: { params: byId, answer: protocolMessages },
  getOrCreateCredDef: { body: bodyOf(definitionBody), answer: credentialDefinition },
  offerCredential: { body: bodyOf(offerBody), answer: credentialRecord },
  offerCredentialByDeepLink: { body: bodyOf(offerBody), answer: credentialRecord },
  getCredential: { params: byId, answer: credentialRecord },
  getCredentialMessages: { params: byId, answer: protocolMessages },
  getAnonymitySet: { params: byId, answer: anonymitySet },
  deleteCredential: { params: byId, answer: nothing },
  revoke: { body: bodyOf(revoke), answer: credentialRecord },
  getLastReset: { answer: lastReset },
  requestProof: { body: bodyOf(requestProof), answer: proofRecord },
  requestProofByDeepLink: { body: bodyOf(requestProof), answer: proofRecord },
  requestProofOutOfBand: { body: bodyOf(requestProofOutOfBand), answer: outOfBandProof },
  requestProofByDistantVerifier: { body: bodyOf(distantProofRequest), answer: outOfBandProof },
  getProof: { params: byId, answer: proofRecord },
  getProofMessages: { params: byId, answer: protocolMessages },
  deleteProof: { params: byId, answer: nothing },
  sendEmail: { body: bodyOf(contactMessage), answer: contactAnswer },
  trackAnalytics: { body: bodyOf(analyticsBatch), answer: analyticsAnswer },
  getCharacters: { answer: z.array(character) },
  getCharacter: { params: byId, answer: character },
  getWallets: { answer: z.array(wallet) },
} as const satisfies Record<ApiRouteName, RouteSchemas>

type Schemas = typeof apiSchemas
/** The body of a call. */
export type ApiBody<Name extends ApiRouteName> = Schemas[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined
/** The answer to a call. */
export type ApiAnswer<Name extends ApiRouteName> = z.output<Schemas[Name]['answer']>
