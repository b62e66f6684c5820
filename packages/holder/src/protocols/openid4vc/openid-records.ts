import * as z from 'zod/mini'
import { mayNameAddress, mayNameAll } from '../../core/download.ts'
import { isAt, labelsSchema, momentSchema, partySchema } from '../../core/history.ts'
import { originOf } from '../../core/parse-url.ts'
import { stateSchema } from '../../core/state-table.ts'
import { changesOf, type RecordChange, type RecordStore, type RecordsOf } from '../../core/vault.ts'
import { dcqlSchema } from '../../formats/sd-jwt/dcql.ts'
import {
  encryptionSchema,
  holderKeySchema,
  refillSchema,
  type SdJwtCredential,
  sdJwtKindSchema,
} from '../../formats/sd-jwt/sd-jwt-credential.ts'
import type { SharedRecords } from '../../formats/shared-records.ts'
import { presentingStates } from './presenting-states.ts'
import { receivingStates } from './receiving-states.ts'

const address = z.string()

const offerSchema = z.object({
  ...refillSchema.shape,
  id: z.string(),
  state: stateSchema(receivingStates),
  receivedAt: momentSchema,
  from: partySchema,
  kind: sdJwtKindSchema,
  /** Names of the claims that it will have. */
  names: z.array(z.string()),
  labels: z.optional(labelsSchema),
  endpoints: z.extend(refillSchema.shape.endpoints, {
    notification: z.optional(address),
    deferred: z.optional(address),
  }),
  /** The pre-authorized code. */
  code: z.string(),
  txCode: z.optional(z.object({ length: z.optional(z.int()), isNumeric: z.boolean() })),
  token: z.optional(z.string()),
  /** Whether the issuer binds tokens to a key of the wallet's (DPoP). */
  bindsTokens: z.optional(z.boolean()),
  /** Fetches another batch later. */
  refreshToken: z.optional(z.string()),
  keys: z.optional(z.array(holderKeySchema)),
  /** The credential that the issuer makes later, and when it is asked for again. */
  transaction: z.optional(z.object({ id: z.string(), nextAt: momentSchema })),
  /** The notification that the issuer waits for. */
  notificationId: z.optional(z.string()),
  /** When to stop trying. */
  until: z.optional(momentSchema),
})

const requestSchema = z.object({
  id: z.string(),
  state: stateSchema(presentingStates),
  receivedAt: momentSchema,
  from: partySchema,
  /** The address in its link. */
  requestUri: z.string(),
  clientId: z.string(),
  nonce: z.string(),
  responseUri: address,
  /** The verifier's `state`, which goes back with the answer. */
  echo: z.optional(z.string()),
  query: z.optional(dcqlSchema),
  encryption: encryptionSchema,
  /** The body of the answer, until it has arrived. */
  answer: z.optional(z.string()),
  /** When it is over, and milliseconds by which its verifier's clock is ahead. */
  until: z.optional(momentSchema),
  ahead: z.optional(z.number()),
})

export type OfferRecord = z.infer<typeof offerSchema>
export type RequestRecord = z.infer<typeof requestSchema>

/** The rules of a link hold for a record too: a file that others made may hold it. */
const isOfIssuer = ({ from, issuer, kind, endpoints }: OfferRecord): boolean =>
  isAt(from, issuer) && kind.issuer === originOf(issuer) && mayNameAll(issuer, endpoints)

const isOfVerifier = ({ from, requestUri, responseUri }: RequestRecord): boolean =>
  isAt(from, responseUri) && mayNameAddress(requestUri, responseUri)

export const openidRecordSchemas = {
  'openid-offer': offerSchema.check(z.refine(isOfIssuer)),
  'openid-request': requestSchema.check(z.refine(isOfVerifier)),
}

/** The wallet's records that this protocol reads and writes. */
export type OpenidRecords = RecordsOf<typeof openidRecordSchemas> & Pick<SharedRecords, 'credential' | 'history'>
export type Store = RecordStore<OpenidRecords>
export type Change = RecordChange<OpenidRecords>
export const { put, removal } = changesOf<OpenidRecords>()

/** Changes a card as it is then: a copy may be used meanwhile, or the card removed. */
export const changeCard = (vault: Store, id: string, change: (current: SdJwtCredential) => SdJwtCredential) =>
  vault.change(() => {
    const current = vault.get('credential', id)
    const next = current?.format === 'sd-jwt' ? change(current) : current
    return next && next !== current ? [put('credential', next)] : []
  })

const day = 24 * 60 * 60_000

/** Whether it is late to try once more. Records of before have no end of their own. */
export const isLate = ({ until, receivedAt }: { until?: number | undefined; receivedAt: number }, now: number) =>
  now >= (until ?? receivedAt + day)

/** When to stop trying: at the other side's end, and within a day. */
export const untilOf = (now: number, lifetime: number = day): number => now + Math.min(lifetime, day)
