import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/** As proxies write an address: an IPv6 one in brackets or without, and with or without a port, which is none of it. */
const bracketed = /^\[(.*)\](?::\d+)?$/
const withPort = /^([\d.]+):\d+$/
/** An IPv4 address in the form that a server listening on both sees (RFC 4291, section 2.5.5.2). */
const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/

/**
 * What counts as one caller for limits: an IPv4 address, or the first 64 bits of an IPv6 address, because whoever has one
 * of those has 2^64 of them. What is no address at all counts as one caller together.
 */
export function networkOf(address: string): string {
  const host = bracketed.exec(address)?.[1] ?? withPort.exec(address)?.[1] ?? address
  if (isIPv4(host)) return host
  const [plain = ''] = host.split('%')
  if (!isIPv6(plain)) return 'unknown'
  const groups = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [, high, low] = mapped.exec(groups) ?? []
  if (high && low) return [high, low].flatMap((pair) => bytesOf(Number.parseInt(pair, 16))).join('.')
  const [head = '', tail] = groups.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return all.slice(0, 4).join(':')
}

const bytesOf = (pair: number) => [pair >> 8, pair & 0xff]

/** The caller's address of a request that no route handles. @param trustProxy proxies whose forwarded address is believed */
export function addressOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()]
  return hops[Math.min(trustProxy, hops.length - 1)] ?? ''
}
