import { keyInCertificate } from '@lastmile/formats/sd-jwt'
import { StatusBits, statusListType } from '@lastmile/formats/status-list'
import { compactVerify } from 'jose'
import * as z from 'zod/mini'
import { download } from '../../core/download.ts'
import { fromUtf8 } from '../../core/encoding/text.ts'
import { HolderError } from '../../core/holder-error.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { Clock, Fetch } from '../../core/platform.ts'

/** Bytes of a token, and of the bits in it. */
const longestToken = 512 * 1024
const mostBits = 1024 * 1024

const tokenSchema = z.object({
  sub: z.string(),
  exp: z.optional(z.number()),
  status_list: z.object({ bits: z.literal(1), lst: z.string() }),
})

const headerSchema = z.object({ typ: z.literal(statusListType), x5c: z.array(z.string()).check(z.minLength(1)) })

/**
 * Whether a credential is revoked, by its issuer's status list (Token Status List, section 8). Rejects with
 * `unreachable`, or `untrusted` when the list is not of the issuer's host, or not as it should be.
 */
export async function isRevokedIn(
  { uri, idx }: { uri: string; idx: number },
  issuer: string,
  { fetch, clock }: { fetch: Fetch; clock: Clock },
): Promise<boolean> {
  if (parseUrl(uri)?.host !== parseUrl(issuer)?.host)
    throw new HolderError('untrusted', 'The status list is not on its issuer’s host')
  const bytes = await download({ fetch, url: uri, longest: longestToken })
  try {
    const keyOf = (header: unknown) => keyInCertificate(headerSchema.parse(header).x5c[0] ?? '')
    const { payload } = await compactVerify(bytes, keyOf, { algorithms: ['ES256'] })
    const token = tokenSchema.parse(JSON.parse(fromUtf8(payload)))
    if (token.sub !== uri || (token.exp ?? Number.POSITIVE_INFINITY) * 1_000 <= clock.now())
      throw new Error('It is another list, or too old')
    return (await StatusBits.decode(token.status_list.lst, mostBits)).has(idx)
  } catch (cause) {
    throw new HolderError('untrusted', 'The status list is not as it should be', { cause })
  }
}
