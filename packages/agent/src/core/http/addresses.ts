import ipaddr from 'ipaddr.js'

/** Refused because the address is not one that the public internet reaches. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('The address is private, local or reserved')
  }
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is public: not private, loopback, link-local, metadata, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast'
  // NAT64, 6to4 and the like carry an IPv4 address inside and have ranges of their own, so they are refused too; what
  // lies outside of 2000::/3, such as an IPv4 address behind zeros, is no address of the public internet either.
  return parsed.range() === 'unicast' && parsed.match(globalUnicast)
}

/** Checks a URL whose host is a literal address, which no name resolution will see. Throws `ForbiddenAddress`. */
export function assertPublicLiteral(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new ForbiddenAddress()
}
