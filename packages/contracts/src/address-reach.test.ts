import { expect, it } from 'vitest'
import { obstacleOf, reachOf } from './address-reach.ts'

it.each([
  ['demo.example', 'everywhere'],
  ['localhost.example', 'everywhere'],
  ['11.0.0.1', 'everywhere'],
  ['172.32.0.1', 'everywhere'],
  ['10.example.org', 'everywhere'],
  ['[2001:db8::1]', 'everywhere'],
  ['localhost', 'device'],
  ['demo.localhost', 'device'],
  ['127.0.0.1', 'device'],
  ['[::1]', 'device'],
  ['[::]', 'device'],
  ['[::ffff:c0a8:1]', 'device'],
  ['0.0.0.0', 'device'],
  ['10.1.2.3', 'network'],
  ['192.168.1.20', 'network'],
  ['172.16.0.1', 'network'],
  ['169.254.1.1', 'network'],
  ['[fd12:3456::1]', 'network'],
  ['[fe80::1]', 'network'],
  ['laptop.local', 'network'],
])('a server at %s is reached from %s', (hostname, reach) => {
  expect(reachOf({ hostname })).toBe(reach)
})

it.each([
  ['https:', 'demo.example', undefined],
  ['http:', 'demo.example', 'http'],
  ['http:', 'localhost', 'device'],
  ['https:', '192.168.1.20', 'network'],
])('wallets on phones are kept from %s//%s by %s', (protocol, hostname, obstacle) => {
  expect(obstacleOf({ protocol, hostname })).toBe(obstacle)
})
