import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { networkOf } from './networks.ts'
import { isForeign } from './origin.ts'

interface Call {
  headers: IncomingHttpHeaders
  /** The caller's network address. */
  address: string
}

/** Refusals of foreign sites are counted in so many groups for each network, so that made-up origins gain nothing. */
const groupsOfSites = 4

/**
 * Whose limits a call counts for: its network's. Pages of other sites in that network are a caller of their own:
 * a visitor of such a page does not want what it does, and must not lose this site by it.
 */
export function callerOf({ headers, address }: Call, publicUrl: string): string {
  const network = networkOf(address)
  // A person who follows a link from elsewhere is a visitor of this site.
  const isByItself = headers['sec-fetch-user'] === undefined && isForeign(headers, publicUrl)
  return isByItself ? `${network} from other sites` : network
}

/** The sender that refusals count against: the network, or a foreign site in it, which spares other sites' wallets. */
export function refusalSourceOf({ headers, address }: Call, publicUrl: string): string {
  const caller = callerOf({ headers, address }, publicUrl)
  if (caller === networkOf(address)) return caller
  const [site = 0] = createHash('sha256')
    .update(headers.origin ?? '')
    .digest()
  return `${caller}, group ${site % groupsOfSites}`
}
