import { proofRequest } from '@lastmile/contracts'
import { expect, test } from 'vitest'
import { anonCredsRequest } from '../src/exchanges/proof-request.ts'

const asked = (restrictions: object[], more: object = {}) =>
  proofRequest.parse({
    name: 'Check',
    requested_attributes: { name: { names: ['family_name'], restrictions } },
    requested_predicates: { valid: { name: 'expiry', p_type: '>=', p_value: 1, restrictions, ...more } },
  })
const restrictionsSent = (restrictions: object[]) =>
  anonCredsRequest(asked(restrictions), 1_000).requested_attributes?.name?.restrictions

test('pitfall 13: non-revocation is asked for the present moment, whatever interval was given', () => {
  const restrictions = [{ cred_def_id: 'a' }]
  const sent = anonCredsRequest(asked(restrictions, { non_revoked: { from: 0, to: 5 } }), 1_000)
  expect(sent.requested_predicates?.valid?.non_revoked).toEqual({ from: 1_000, to: 1_000 })
  expect(sent.requested_attributes?.name?.non_revoked).toBeUndefined()
  expect(sent).not.toHaveProperty('non_revoked')

  const forAll = proofRequest.parse({ ...asked(restrictions), non_revoked: { to: 5 } })
  expect(anonCredsRequest(forAll, 1_000).requested_attributes?.name?.non_revoked).toEqual({ from: 1_000, to: 1_000 })
})

test('pitfall 14: restrictions of one credential go out as one object, so that all of them must hold', () => {
  expect(restrictionsSent([{ schema_id: 's' }, { issuer_id: 'i', schema_name: 'n' }])).toEqual([
    { schema_id: 's', issuer_id: 'i', schema_name: 'n' },
  ])
})

test('real alternatives stay alternatives', () => {
  expect(restrictionsSent([{ cred_def_id: 'a' }, { cred_def_id: 'b' }])).toEqual([
    { cred_def_id: 'a' },
    { cred_def_id: 'b' },
  ])
})

test('an issuer is named the way the native library takes it', () => {
  expect(restrictionsSent([{ issuer_did: 'did:webvh:a' }])).toEqual([{ issuer_id: 'did:webvh:a' }])
})
