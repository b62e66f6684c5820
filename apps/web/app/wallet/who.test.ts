import { expect, it } from 'vitest'
import { hostOf, isOfSite, kindName, nameOf, standingOf } from './who.ts'

const did = 'did:webvh:QmA:site.example'

it.each([
  ['ours', { host: 'site.example', did }],
  ['checking', { host: 'site.example' }],
  ['stranger', { host: 'elsewhere.example', did: 'did:webvh:QmB:elsewhere.example' }],
  ['unchecked', { host: 'elsewhere.example' }],
  ['unchecked', {}],
])('takes for %s who is reached at %o, whatever they call themselves', (standing, party) => {
  expect(standingOf({ label: 'This site', ...party }, 'site.example')).toBe(standing)
})

it.each([
  ['site.example', 'did:webvh:QmA:site.example'],
  ['site.example:8080', 'did:webvh:QmA:site.example%3A8080:tenants:one'],
  ['site.example', 'did:web:site.example'],
  [undefined, 'did:key:z6Mk'],
  [undefined, 'your bank, call +49 1'],
  [undefined, 'did:web:%20'],
])('finds the host %s of %s', (host, did) => {
  expect(hostOf(did)).toBe(host)
  expect(isOfSite({ issuer: did }, 'site.example')).toBe(host === 'site.example')
})

it('puts the names that others gave in quotation marks, and no others', () => {
  expect(nameOf({ label: 'Bank', host: 'bank.example' })).toBe('“Bank”')
  expect(nameOf({ label: '', host: 'bank.example' })).toBe('bank.example')
  expect(nameOf({ label: '' })).toBe('Somebody you no longer know')
  expect(kindName({ name: 'Card' })).toBe('“Card”')
  expect(kindName({})).toBe('A credential')
})
