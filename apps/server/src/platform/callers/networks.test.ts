import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { addressOf, networkOf } from './networks.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:5678', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['[64:ff9b::cb00:7107]:5678', '203.0.113.7'],
  ['64:ff9b:1::cb00:7107', '64:ff9b:1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8:1:2::9', '2001:db8:1'],
  ['2001:0db8:0001:0002:0000:0000:0000:0009', '2001:db8:1'],
  ['2001:db8:1:ffff::9', '2001:db8:1'],
  ['2001:db8:2:2::9', '2001:db8:2'],
  ['2001:db8::9', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['[::1]:443', '0:0:0'],
  ['[2001:db8:1:2::9]:5678', '2001:db8:1'],
  ['[2001:db8:1:2::9]', '2001:db8:1'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['fe80::1%eth0-1.2', 'fe80:0:0'],
  ['[fe80::1%eth0]:80', 'fe80:0:0'],
  ['unknown', 'unknown'],
  ['unknown:5678', 'unknown'],
  ['203.0.113.7:', 'unknown'],
  ['999.0.113.7:80', 'unknown'],
  ['[', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))

it.each([
  [0, '198.51.100.1, 198.51.100.2', '192.0.2.1'],
  [1, '198.51.100.1, 198.51.100.2', '198.51.100.2'],
  [2, '198.51.100.1, 198.51.100.2', '198.51.100.1'],
  [5, '198.51.100.1, 198.51.100.2', '198.51.100.1'],
  [1, undefined, '192.0.2.1'],
])('believes %i proxies about where a caller is', (trustProxy, forwarded, address) => {
  const request = { socket: { remoteAddress: '192.0.2.1' }, headers: { 'x-forwarded-for': forwarded } }
  expect(addressOf(request as unknown as IncomingMessage, trustProxy)).toBe(address)
})
