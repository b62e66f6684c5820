import { expect, it } from 'vitest'
import { standingOf } from './who.ts'

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
