import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Forms of an address in proxies' headers: IPv6 in brackets or without, with or without a port, which is left out. */
const bracketed = /^\[(.*)\](?::\d+)?$/
const withPort = /^([\d.]+):\d+$/

/**
 * One caller for limits is an IPv4 address, or the first 48 bits of an IPv6 address, the most that one home or rented
 * line is given (record 0029). All that is no address counts as one caller together.
 */
export function networkOf(address = ''): string {
  const host = bracketed.exec(address)?.[1] ?? withPort.exec(address)?.[1] ?? address
  const [withoutZone = ''] = host.split('%')
  if (!isIP(withoutZone)) return 'unknown'
  const ip = ipaddr.process(withoutZone)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  // An IPv4 caller whose network translates addresses (NAT64): its own is in the last 32 bits (RFC 6052).
  if (ip.match(ipaddr.IPv6.parse('64:ff9b::'), 96)) return ip.toByteArray().slice(12).join('.')
  return ip.toNormalizedString().split(':', 3).join(':')
}

/** Which of the addresses on the way to us are believed: those that so many proxies, counted from here, report. */
export const trusts = (proxies: number) => (_address: string, hop: number) => hop < proxies

/** The caller's address of a request that no route handles, as the framework finds it for all others. */
export const addressOf = (request: IncomingMessage, trustedProxies: number): string =>
  proxyAddr(request, trusts(trustedProxies))
