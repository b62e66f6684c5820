import { createHash } from 'node:crypto'
import { type Hash, issueSdJwtVc } from '@lastmile/formats/issued-sd-jwt'
import { largestBatch, longestAnswer } from '@lastmile/formats/limits'
import { quarterOf, startOfQuarter } from '../../core/quarters.ts'
import type { PublicJwk } from '../api/public-jwk.ts'
import { type Batch, slugIn } from '../store/batch.ts'
import { credentialType } from './credential-types.ts'
import type { IssuingDependencies } from './dependencies.ts'

export const day = 24 * 60 * 60_000
/** From the quarter in which it is issued to the one with whose beginning it ends. */
const longestQuarters = 5

type Dependencies = Pick<IssuingDependencies, 'publicUrl' | 'statusLists' | 'signer' | 'now'>

/**
 * The end of a credential that is issued now, milliseconds since 1970: the same for all of a calendar quarter, unless
 * its offer said for how long it is valid. Verifiers take it no longer than the signer's certificate.
 */
export function endOfCredential(
  { signer, now }: Pick<Dependencies, 'signer' | 'now'>,
  validSeconds = Number.POSITIVE_INFINITY,
): number {
  const [quarter, last] = [quarterOf(now()), quarterOf(signer().endsAt)]
  // A certificate that is not renewed in time ends within this quarter or the next.
  const shared =
    last > quarter + 1 ? startOfQuarter(Math.min(quarter + longestQuarters, last)) : startOfDay(signer().endsAt)
  return Math.min(Math.floor(now() / 1_000 + validSeconds) * 1_000, shared)
}

/** How many with these values one answer holds: wallets take no longer one. Encryption adds a third to it. */
export function mostInAnswer(claims: Batch['claims']): number {
  const withoutValues = 6_000
  const length = withoutValues + (Buffer.byteLength(JSON.stringify(claims)) * 4) / 3
  return Math.min(largestBatch, Math.floor((longestAnswer * 3) / 4 / length))
}

/** A credential for each key (SD-JWT VC). */
export function signedCredentials(
  { publicUrl, statusLists, signer, now }: Dependencies,
  issued: Batch,
  holders: readonly PublicJwk[],
): Promise<string[]> {
  const { claims, status, batch, endsAt } = issued
  const { x5c, sign } = signer()
  const always = {
    iss: publicUrl,
    vct: credentialType(publicUrl, slugIn(issued)),
    // To the quarter, so that the time of issuance sets no holder apart from others.
    iat: startOfQuarter(quarterOf(now())) / 1_000,
    exp: (endsAt ?? endOfCredential({ signer, now })) / 1_000,
  }
  return Promise.all(
    holders.map((jwk, number) => {
      const entry = status && statusLists.entryOf(status, batch * largestBatch + number)
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
