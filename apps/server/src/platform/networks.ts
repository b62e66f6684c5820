import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * What counts as one caller for limits: an IPv4 address, or the first 64 bits of an IPv6 address, because whoever has one
 * of those has 2^64 of them.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const groups = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = groups.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  // An IPv4 address in the form that a server listening on both sees.
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return plain
  return all.slice(0, 4).join(':')
}

/** The caller's address of a request that no route handles. @param trustProxy proxies whose forwarded address is believed */
export function addressOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()]
  return hops[Math.min(trustProxy, hops.length - 1)] ?? ''
}
