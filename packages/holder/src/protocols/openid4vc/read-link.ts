import { HolderError } from '../../core/holder-error.ts'
import { parseUrl } from '../../core/parse-url.ts'

/** Characters of a link. */
const longest = 64 * 1024

/** An offer or a request, itself or where it stands. */
export type Link = { offer: string } | { offerUri: string } | { request: RequestLink }

export interface RequestLink {
  clientId: string
  requestUri: string
  /** Whether the request is asked for by POST (OpenID4VP 1.0, 5.10). */
  byPost: boolean
}

/**
 * Reads a link of OpenID4VC, whatever its scheme (OpenID4VCI 1.0, 4.1; OpenID4VP 1.0, 5.10). Undefined for any other.
 * Throws `unsupported-request` for a request that is not signed.
 */
export function readLink(text: string): Link | undefined {
  const url = text.length > longest ? undefined : parseUrl(text.trim())
  if (!url) return undefined
  const named = (name: string) => url.searchParams.get(name) ?? undefined
  const offer = named('credential_offer')
  const offerUri = named('credential_offer_uri')
  const clientId = named('client_id')
  if (offer !== undefined) return { offer }
  if (offerUri !== undefined) return { offerUri }
  if (clientId === undefined) return undefined
  const requestUri = named('request_uri')
  if (requestUri === undefined) throw new HolderError('unsupported-request', 'The request is not signed')
  return { request: { clientId, requestUri, byPost: named('request_uri_method') === 'post' } }
}
