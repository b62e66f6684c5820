import * as z from 'zod/mini'
import { mayBeAsked, mayNameAddress } from '../../core/download.ts'
import { HolderError, hasCode } from '../../core/holder-error.ts'
import type { Fetch } from '../../core/platform.ts'
import { jsonIn, parsed, readJson } from './http.ts'

export const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** OpenID4VCI 1.0, 4.1.1. */
const offerSchema = z.object({
  credential_issuer: z.string().check(z.maxLength(2_000), z.refine(mayBeAsked)),
  credential_configuration_ids: z.array(z.string().check(z.maxLength(500))).check(z.minLength(1)),
  grants: z.optional(
    z.looseObject({
      [grant]: z.optional(
        z.object({
          'pre-authorized_code': z.string().check(z.minLength(1), z.maxLength(2_000)),
          tx_code: z.optional(
            z.object({ input_mode: z.optional(z.string()), length: z.optional(z.int().check(z.positive())) }),
          ),
        }),
      ),
    }),
  ),
})

/** Of drafts before 13, which name what they offer in another way. */
const draftSchema = z.object({ credential_issuer: z.string(), credentials: z.array(z.unknown()) })
const anySchema = z.union([offerSchema, draftSchema])

/**
 * Rejects with `unreachable`, `too-large` or `not-an-invitation`, and for what this wallet does not take with
 * `unsupported-invitation`, `several-credentials` or `login-needed`.
 */
export async function readOffer(fetch: Fetch, link: { offer: string } | { offerUri: string }) {
  const offer = await content(fetch, link)
  if ('credentials' in offer)
    throw new HolderError('unsupported-invitation', 'A draft of OpenID4VCI: 1.0 has credential_configuration_ids')
  const { credential_issuer: issuer, credential_configuration_ids: ids, grants } = offer
  const preAuthorized = grants?.[grant]
  const [configurationId, ...others] = ids
  if (configurationId === undefined || others.length > 0)
    throw new HolderError('several-credentials', 'The offer is of several credentials')
  if (!preAuthorized) throw new HolderError('login-needed', 'The offer needs a login')
  const { 'pre-authorized_code': code, tx_code: txCode } = preAuthorized
  return {
    issuer,
    configurationId,
    code,
    txCode: txCode && { length: txCode.length, isNumeric: txCode.input_mode !== 'text' },
  }
}

/** The code of an offer that is a link's own; undefined where it is none. */
export const codeIn = (offer: string): string | undefined =>
  offerSchema.safeParse(jsonIn(offer)).data?.grants?.[grant]?.['pre-authorized_code']

async function content(fetch: Fetch, link: { offer: string } | { offerUri: string }) {
  try {
    if ('offer' in link) return parsed(link.offer, anySchema)
    const offer = await readJson(fetch, link.offerUri, anySchema)
    if (!mayNameAddress(link.offerUri, offer.credential_issuer))
      throw new HolderError('untrusted', 'The offer names an address that it may not')
    return offer
  } catch (error) {
    if (hasCode(error, 'untrusted')) throw new HolderError('not-an-invitation', 'There is no offer', { cause: error })
    throw error
  }
}
