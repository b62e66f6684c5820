import { lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Refused because the address is not one that the public internet reaches. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('The address is private, local or reserved')
  }
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is an ordinary public one: not private, loopback, link-local, metadata, multicast, reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast'
  // NAT64, 6to4 and the like carry an IPv4 address inside and have ranges of their own, so they are refused too; what
  // lies outside of 2000::/3, such as an IPv4 address behind zeros, is no address of the public internet either.
  return parsed.range() === 'unicast' && parsed.match(globalUnicast)
}

/**
 * Name resolution that answers with public addresses only. It runs inside the connection that uses its answer, so a
 * name cannot change its address between the check and the use (DNS rebinding).
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new ForbiddenAddress(), [])
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  })
}

/** Checks a URL whose host is a literal address, which no name resolution will see. Throws `ForbiddenAddress`. */
export function assertPublicLiteral(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new ForbiddenAddress()
}
