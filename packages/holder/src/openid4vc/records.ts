import * as z from 'zod/mini'
import { mayNameAddress } from '../core/download.ts'
import { isAt, momentSchema, partySchema } from '../core/history.ts'
import { mostEnded } from '../core/limits.ts'
import { oldest } from '../core/oldest.ts'
import { originOf } from '../core/parse-url.ts'
import type { HistoryEntry } from '../core/snapshot.ts'
import type { RecordChange, RecordStore } from '../core/vault.ts'
import type { CredentialRecord } from '../formats/credentials.ts'
import { holderKeySchema, sdJwtKindSchema } from '../formats/sd-jwt/credential-record.ts'
import { dcqlSchema } from '../formats/sd-jwt/dcql.ts'

const address = z.string()

const endpointsSchema = z.object({
  token: address,
  nonce: z.optional(address),
  credential: address,
  notification: z.optional(address),
})

const offerSchema = z.object({
  id: z.string(),
  /**
   * `accepted`: the access token is still to be asked for. `requested` and `declining`: it is there, and what is left
   * to do waits for the network. A person who declines fetches the credential, too, because an issuer hears of it by
   * its notification alone.
   */
  state: z.enum(['offered', 'accepted', 'requested', 'declining', 'stored', 'declined', 'failed']),
  receivedAt: momentSchema,
  from: partySchema,
  issuer: address,
  configurationId: z.string(),
  kind: sdJwtKindSchema,
  /** Names of the claims that it will have. */
  names: z.array(z.string()),
  endpoints: endpointsSchema,
  /** Credentials that are asked for at once. */
  batchSize: z.int(),
  /** The pre-authorized code. */
  code: z.string(),
  txCode: z.optional(z.object({ length: z.optional(z.int()), isNumeric: z.boolean() })),
  token: z.optional(z.string()),
  /** Whether the issuer binds tokens to a key of the wallet's (DPoP). */
  bindsTokens: z.optional(z.boolean()),
  /** The key that the token is, or will be, bound to. */
  tokenKey: z.optional(holderKeySchema),
  /** Fetches another batch later. */
  refreshToken: z.optional(z.string()),
  /** The credential that the token is for, where the issuer names it. */
  credentialIdentifier: z.optional(z.string()),
  keys: z.optional(z.array(holderKeySchema)),
  /** The notification that the issuer waits for. */
  notificationId: z.optional(z.string()),
})

const requestSchema = z.object({
  id: z.string(),
  /** `sending` and `declining`: the answer waits for the network. */
  state: z.enum(['asked', 'sending', 'declining', 'done', 'declined', 'withdrawn', 'refused']),
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
  encryption: z.object({
    jwk: z.object({ x: z.string(), y: z.string(), kid: z.optional(z.string()) }),
    content: z.enum(['A128GCM', 'A256GCM']),
  }),
  /** The body of the answer, until it has arrived. */
  answer: z.optional(z.string()),
})

export type OfferRecord = z.infer<typeof offerSchema>
export type RequestRecord = z.infer<typeof requestSchema>

/** The rules of a link hold for a record too: a file that others made may hold it. */
const isOfIssuer = ({ from, issuer, kind, endpoints }: OfferRecord): boolean =>
  isAt(from, issuer) &&
  kind.issuer === originOf(issuer) &&
  Object.values(endpoints).every((each) => each === undefined || mayNameAddress(issuer, each))

const isOfVerifier = ({ from, requestUri, responseUri }: RequestRecord): boolean =>
  isAt(from, responseUri) && mayNameAddress(requestUri, responseUri)

export const openidRecordSchemas = {
  'openid-offer': offerSchema.check(z.refine(isOfIssuer)),
  'openid-request': requestSchema.check(z.refine(isOfVerifier)),
}

/** The wallet's records that this protocol reads and writes. */
export interface OpenidRecords {
  'openid-offer': OfferRecord
  'openid-request': RequestRecord
  credential: CredentialRecord
  history: HistoryEntry
}

export type Store = RecordStore<OpenidRecords>
export type Change = RecordChange<OpenidRecords>

export const put = <Kind extends keyof OpenidRecords>(kind: Kind, record: OpenidRecords[Kind]): Change =>
  ({ kind, record }) as unknown as Change

const removal = (kind: keyof OpenidRecords, id: string) => ({ kind, removed: id }) as Change

/** Ended exchanges that are over the number that is kept. */
export const oldOpenidRecords = (vault: Store): Change[] =>
  (['openid-offer', 'openid-request'] as const).flatMap((kind) => {
    const ended = (vault.all(kind) as { id: string; state: string; receivedAt: number }[]).filter(
      (each) => !openStates.has(each.state),
    )
    return oldest(ended, ({ receivedAt }) => receivedAt, mostEnded).map(({ id }) => removal(kind, id))
  })

const openStates = new Set(['offered', 'accepted', 'requested', 'declining', 'asked', 'sending'])
