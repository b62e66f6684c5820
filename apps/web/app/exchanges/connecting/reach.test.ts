import { expect, it } from 'vitest'
import { reachOf } from './reach.ts'

it.each([
  ['https://demo.example/i/1', 'everywhere'],
  ['https://localhost.example', 'everywhere'],
  ['https://11.0.0.1', 'everywhere'],
  ['https://172.32.0.1', 'everywhere'],
  ['https://10.example.org', 'everywhere'],
  ['https://[2001:db8::1]', 'everywhere'],
  ['http://localhost:8080', 'device'],
  ['http://demo.localhost', 'device'],
  ['http://127.0.0.1:8080', 'device'],
  ['http://[::1]:8080', 'device'],
  ['http://10.1.2.3', 'network'],
  ['http://192.168.1.20:8080', 'network'],
  ['http://172.16.0.1', 'network'],
  ['http://169.254.1.1', 'network'],
  ['http://[fd12:3456::1]', 'network'],
  ['http://[fe80::1]', 'network'],
  ['http://laptop.local', 'network'],
])('a server at %s is reached from %s', (address, reach) => {
  expect(reachOf(new URL(address))).toBe(reach)
})
