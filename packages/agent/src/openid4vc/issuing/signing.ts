import { createHash } from 'node:crypto'
import { type Hash, issueSdJwtVc } from '@lastmile/formats/sd-jwt'
import { batchSize } from '../api/endpoints.ts'
import type { Signer } from '../keys/signer.ts'
import type { StatusLists } from '../status/status-lists.ts'
import type { Batch } from '../store/batch.ts'
import { credentialType } from './credential-types.ts'
import type { HolderKey } from './proofs-of-possession.ts'

const day = 24 * 60 * 60_000
const credentialLifetime = 365 * day

interface Dependencies {
  publicUrl: string
  statusLists: StatusLists
  signer(): Signer
  now(): number
}

/**
 * The end of a credential that is issued now, milliseconds since 1970: a day like that of all others, unless its offer
 * said for how long it is valid. Verifiers take it no longer than the signer's certificate.
 */
export function endOfCredential(
  { signer, now }: Pick<Dependencies, 'signer' | 'now'>,
  validSeconds = Number.POSITIVE_INFINITY,
): number {
  const lastDay = Math.min(startOfDay(now()) + credentialLifetime, startOfDay(signer().endsAt))
  return Math.min(Math.floor(now() / 1_000 + validSeconds) * 1_000, lastDay)
}

/** A credential for each key (SD-JWT VC). */
export function signedCredentials(
  { publicUrl, statusLists, signer, now }: Dependencies,
  { definitionKey, claims, status, batch, endsAt }: Batch,
  holders: readonly HolderKey[],
): Promise<string[]> {
  const { x5c, sign } = signer()
  const always = {
    iss: publicUrl,
    vct: credentialType(publicUrl, definitionKey),
    // To the day, so that the time of issuance tells no verifier more about the holder.
    iat: startOfDay(now()) / 1_000,
    exp: (endsAt ?? endOfCredential({ signer, now })) / 1_000,
  }
  return Promise.all(
    holders.map(({ jwk }, number) => {
      const entry = status && statusLists.entryOf(status, batch * batchSize + number)
      const own = { cnf: { jwk }, ...(entry && { status: { status_list: { idx: entry.index, uri: entry.list } } }) }
      return issueSdJwtVc({ x5c, always: { ...always, ...own }, selectively: claims }, sign, sha256)
    }),
  )
}

const sha256: Hash = (data) =>
  createHash('sha256')
    .update(typeof data === 'string' ? data : new Uint8Array(data))
    .digest()

const startOfDay = (time: number) => Math.floor(time / day) * day
