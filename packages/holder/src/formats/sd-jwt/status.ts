import { keyInCertificate } from '@lastmile/formats/sd-jwt'
import { StatusBits, statusListType } from '@lastmile/formats/status-list'
import { compactVerify } from 'jose'
import * as z from 'zod/mini'
import { download, mayNameAddress } from '../../core/download.ts'
import { fromUtf8 } from '../../core/encoding/text.ts'
import { HolderError } from '../../core/holder-error.ts'
import type { Clock, Fetch } from '../../core/platform.ts'
import { authorityOf } from './card.ts'

/** Bytes of a token, and of the bits in it. */
const longestToken = 512 * 1024
const mostBits = 1024 * 1024

const tokenSchema = z.object({
  sub: z.string(),
  exp: z.optional(z.number()),
  status_list: z.object({ bits: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)]), lst: z.string() }),
})

const headerSchema = z.object({ typ: z.literal(statusListType), x5c: z.optional(z.array(z.string())) })

/** Values of section 7.1. What others mean is for an application to know. */
const statuses: Record<number, 'valid' | 'revoked' | 'suspended'> = { 0: 'valid', 1: 'revoked', 2: 'suspended' }

/**
 * The status of a credential in its issuer's list (Token Status List, section 8), on whatever host the issuer keeps it.
 * Rejects with `unreachable`, or `untrusted` when the list is not signed by who signed the credential or another one
 * of the same authority, or not as it should be.
 * @param signer certificates of the credential, the signer's first, and the issuer's address
 */
export async function readStatus(
  { uri, idx }: { uri: string; idx: number },
  { x5c: [own = ''], issuer }: { x5c: readonly string[]; issuer: string },
  { fetch, clock }: { fetch: Fetch; clock: Clock },
): Promise<'valid' | 'revoked' | 'suspended'> {
  if (!mayNameAddress(issuer, uri)) throw new HolderError('untrusted', 'The status list is nearer than its issuer')
  const accepting: Fetch = (url, options) =>
    fetch(url, { ...options, headers: { accept: `application/${statusListType}` } })
  const bytes = await download({ fetch: accepting, url: uri, longest: longestToken })
  try {
    const keyOf = (header: unknown) => {
      const { x5c: [certificate = own] = [] } = headerSchema.parse(header)
      const authority = authorityOf(own)
      const isOfIssuer = certificate === own || (authority !== undefined && authorityOf(certificate) === authority)
      if (!isOfIssuer) throw new Error('Another signs the list than the credential')
      return keyInCertificate(certificate)
    }
    const { payload } = await compactVerify(bytes, keyOf, { algorithms: ['ES256'] })
    const { sub, exp = Number.POSITIVE_INFINITY, status_list: list } = tokenSchema.parse(JSON.parse(fromUtf8(payload)))
    if (sub !== uri || exp * 1_000 <= clock.now()) throw new Error('It is another list, or too old')
    const status = statuses[(await StatusBits.decode(list.lst, mostBits, list.bits)).at(idx)]
    if (!status) throw new Error('The status is none that is known here')
    return status
  } catch (cause) {
    throw new HolderError('untrusted', 'The status list is not as it should be', { cause })
  }
}
