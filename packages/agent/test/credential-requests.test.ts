import { beforeAll, expect, test } from 'vitest'
import { credentialRequestSchema, mostRequestValues } from '../src/didcomm/verification/credential-request-schema.ts'
import { isWithinValueLimit } from '../src/didcomm/verification/value-limit.ts'
import { type Forgeable, NativeIssuer, newLinkSecret, requestFor } from './native-parties.ts'

let honest: Forgeable

beforeAll(() => {
  const issuer = new NativeIssuer('issuer', ['name'], 1_900_000_000)
  honest = requestFor(issuer, issuer.offer(), newLinkSecret()).credentialRequest.toJson()
})

const isTaken = (request: unknown) =>
  isWithinValueLimit(request, mostRequestValues) && credentialRequestSchema.safeParse(request).success

test('an honest request is taken as it is', () => {
  expect(isTaken(honest)).toBe(true)
  expect(credentialRequestSchema.parse(honest)).toEqual(honest)
})

const endless = '9'.repeat(1_001)
/** For each of them the native library would raise numbers to powers. */
const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`attribute ${index}`, '9'.repeat(900)]))

test.each<[string, (request: Forgeable) => unknown]>([
  ['commitments', (request) => Object.assign(request.blinded_ms, { committed_attributes: many })],
  ['responses to commitments', (request) => Object.assign(request.blinded_ms_correctness_proof, { r_caps: many })],
  ['responses', (request) => Object.assign(request.blinded_ms_correctness_proof.m_caps, many)],
  ['hidden attributes', (request) => request.blinded_ms.hidden_attributes.push('name')],
  ['another hidden attribute', (request) => Object.assign(request.blinded_ms, { hidden_attributes: ['name'] })],
  ['an endless blinded secret', (request) => Object.assign(request.blinded_ms, { u: endless })],
  ['an endless point', (request) => Object.assign(request.blinded_ms, { ur: 'F'.repeat(1_001) })],
  ['an endless challenge', (request) => Object.assign(request.blinded_ms_correctness_proof, { c: endless })],
  ['an endless blinding', (request) => Object.assign(request.blinded_ms_correctness_proof, { v_dash_cap: endless })],
  [
    'an endless response',
    (request) => Object.assign(request.blinded_ms_correctness_proof.m_caps, { master_secret: endless }),
  ],
  ['an endless nonce', (request) => Object.assign(request, { nonce: endless })],
  ['a nonce that is no number', (request) => Object.assign(request, { nonce: '1e9999999' })],
  ['an endless name', (request) => Object.assign(request, { entropy: endless })],
  ['no proof', (request) => delete request.blinded_ms_correctness_proof],
  [
    'lists in each other',
    (request) => Object.assign(request, { more: JSON.parse('['.repeat(9_999) + ']'.repeat(9_999)) }),
  ],
  ['many values', (request) => Object.assign(request, { more: Array(1_000).fill(1) })],
])('one with %s is not', (_, change) => {
  const request = structuredClone(honest)
  change(request)
  expect(isTaken(request)).toBe(false)
})

test('what is not named in the schema does not reach the native library', () => {
  expect(credentialRequestSchema.parse({ ...honest, more: 1 })).toEqual(honest)
})
