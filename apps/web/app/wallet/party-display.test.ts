import { visitorsNote } from '@lastmile/contracts/site'
import { expect, it } from 'vitest'
import { knowWords } from './known-words.ts'
import { kindName, nameOf, standingOf } from './party-display.ts'

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

it('puts the names that others gave in quotation marks, and no others', () => {
  knowWords(['Bank', 'Card'])
  expect(nameOf({ label: 'Bank', host: 'bank.example' })).toBe('“Bank”')
  expect(nameOf({ label: 'Type your PIN', host: location.host, did })).toBe('“Type your PIN”')
  expect(nameOf({ label: 'Bank', host: location.host, did })).toBe('Bank')
  expect(nameOf({ label: '', host: 'bank.example' })).toBe('bank.example')
  expect(nameOf({ label: '' })).toBe('Somebody you no longer know')
  expect(kindName({ name: 'Card' })).toBe('“Card”')
  expect(kindName({ name: 'ConfirmedPerson' })).toBe('“Confirmed Person”')
  expect(kindName({ name: '№' })).toBe('“№”')
  expect(kindName({ name: 'Card' }, { label: 'Bank', host: location.host, did })).toBe('Card')
  expect(kindName({ name: 'Card' }, { label: 'Bank', note: visitorsNote, host: location.host, did })).toBe('“Card”')
  expect(kindName({})).toBe('A credential')
})
