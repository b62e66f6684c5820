import { openid4vpChecks, unreadableParts } from '@lastmile/contracts'
import { z } from 'zod'
import type { Kind } from '../../core/records.ts'
import { privateJwk } from '../keys/decryption-key.ts'

const requirement = z.object({
  /** Types of credential that may answer. */
  types: z.array(z.string()),
  unrevoked: z.boolean(),
  /** Claims by the question's key and by the attribute's name. */
  show: z.record(z.string(), z.object({ isGroup: z.boolean(), attributes: z.array(z.string()) })),
  prove: z.record(
    z.string(),
    z.object({
      attribute: z.string(),
      comparison: z.enum(['>=', '>', '<=', '<']),
      bound: z.number(),
      /** Where the condition asks for a stated age, which answers it without the value. */
      age: z.number().optional(),
    }),
  ),
})
/** All that is asked of one credential. */
export type CredentialQuery = z.infer<typeof requirement>

const values = z.record(z.string(), z.string())

const outcome = {
  refusal: z.enum(['revoked', 'predicate-not-met', 'not-verifiable', 'declined', 'expired', 'unavailable']).optional(),
  /** The check that refused the answer. */
  fault: z.enum(openid4vpChecks).optional(),
  presentation: z
    .object({
      attributes: values,
      attributeGroups: z.record(z.string(), values),
      predicates: z.array(z.string()),
      holderKeys: z.array(z.string()).optional(),
    })
    .optional(),
  /** Kept reads of a verifier that is not the issuer; with an outcome, as they are after it. */
  distant: z.record(z.string(), z.unknown()).optional(),
}

/** One of a request's two ways in. Nothing that its wallet is shown leads to the other one (record 117). */
const way = z.object({
  /** Names it in the addresses of the request and of its answer. */
  id: z.string(),
  nonce: z.string(),
  /** The answer is encrypted for it. */
  answerKey: privateJwk,
})
export type Way = z.infer<typeof way>

/** A request for a proof, and what came of it. Deleted with what was revealed when the server forgets it. */
export const presentationRequest = z.object({
  /** The proof's id at the port. */
  id: z.string(),
  /** The way in for a wallet on the device that has the request: its id, nonce and key. */
  sameDeviceId: z.string(),
  title: z.string(),
  label: z.string(),
  imageUrl: z.string().optional(),
  queries: z.array(requirement),
  nonce: way.shape.nonce,
  answerKey: way.shape.answerKey,
  /** The way in for other devices. Absent in earlier requests: theirs is at `id`, with the nonce and key above. */
  otherDevice: way.optional(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
  state: z.enum(['request_sent', 'presentation_received', 'verified', 'abandoned', 'expired']),
  /** The part of the last answer that could not be read. The request is open until another one is. */
  unreadable: z.enum(unreadableParts).optional(),
  ...outcome,
  /** SHA-256, base64url, of the answer that was taken and the id it was given to: the same one may come again. */
  answerHash: z.string().optional(),
  /** Came of an answer on the same device; counts once its return code comes with the visitor's cookie. */
  answered: z.object({ returnHash: z.string(), ...outcome }).optional(),
  /** Of an answer that counts: its return code leads the same browser there again. */
  returnHash: z.string().optional(),
})
export type PresentationRequest = z.infer<typeof presentationRequest>
/** A refusal or what was shown. */
export type Outcome = Pick<PresentationRequest, 'refusal' | 'fault' | 'presentation' | 'distant'>

/** The way in that an address names. */
export const wayOf = ({ nonce, answerKey, otherDevice }: PresentationRequest, id: string): Way =>
  otherDevice?.id === id ? otherDevice : { id, nonce, answerKey }

export const presentationRequests: Kind<PresentationRequest> = {
  type: 'Openid4vcPresentationRequest',
  schema: presentationRequest,
  tagsOf: ({ sameDeviceId, otherDevice, answered, returnHash, state }) => ({
    sameDeviceId,
    otherDeviceId: otherDevice?.id,
    returnHash: answered?.returnHash ?? returnHash,
    isOpen: state === 'request_sent' ? true : undefined,
    isChecked: state === 'presentation_received' ? true : undefined,
  }),
}
