import { expect, test, vi } from 'vitest'
import { ownSources } from '../src/didcomm/exchanges/own-sources.ts'
import { anonCredsRequest } from '../src/didcomm/exchanges/proof-request.ts'
import { Unresolvable } from '../src/didcomm/registry/published-objects.ts'
import type { Question, Requirement } from '../src/port/index.ts'

const asking = (asked: Partial<Requirement>, proved: Partial<Requirement> = asked): Question => ({
  title: 'Check',
  version: '1.0.0',
  show: { name: { attributes: ['family_name'], of: [{ issuer: 'us' }], unrevoked: false, ...asked } },
  prove: {
    valid: { attribute: 'expiry', comparison: '>=', bound: 1, of: [{ issuer: 'us' }], unrevoked: false, ...proved },
  },
})
const ids = new Map([
  ['card', 'did:us/card'],
  ['pass', 'did:us/pass'],
])
const sent = (question: Question) => JSON.parse(JSON.stringify(anonCredsRequest(question, ids, 1_000)))

test('one attribute, several, and what is to be proved of one go out under the names that the question gives', () => {
  const { prove, ...question } = asking({})
  const show = { ...question.show, id: { attribute: 'id', of: [{ issuer: 'us' }], unrevoked: false } }
  const restrictions = [{ issuer_id: 'us' }]
  expect(sent({ ...question, show, prove })).toEqual({
    name: 'Check',
    version: '1.0.0',
    requested_attributes: { name: { names: ['family_name'], restrictions }, id: { name: 'id', restrictions } },
    requested_predicates: { valid: { name: 'expiry', p_type: '>=', p_value: 1, restrictions } },
  })
})

test('non-revocation is asked for the present moment, of those of which it is asked alone', () => {
  const { requested_attributes: shown, requested_predicates: proved } = sent(asking({}, { unrevoked: true }))
  expect(proved.valid.non_revoked).toEqual({ from: 1_000, to: 1_000 })
  expect(shown.name).not.toHaveProperty('non_revoked')
})

test('all that is said of one source must hold, and each source is an alternative', () => {
  const of = [
    { definitionKey: 'card', typeId: 't', name: 'Card', version: '1.0', issuer: 'us' },
    { definitionKey: 'pass' },
  ]
  const restrictions = [
    { cred_def_id: 'did:us/card', schema_id: 't', schema_name: 'Card', schema_version: '1.0', issuer_id: 'us' },
    { cred_def_id: 'did:us/pass' },
  ]
  const { requested_attributes: shown, requested_predicates: proved } = sent(asking({ of }))
  expect(shown.name.restrictions).toEqual(restrictions)
  expect(proved.valid.restrictions).toEqual(restrictions)
})

test('a definition without an identifier is not left out, so that nothing else does in its place', () => {
  expect(() => sent(asking({ of: [{ definitionKey: 'none' }] }))).toThrow()
})

test('what a question names is looked up once, wherever it stands', async () => {
  const definition = vi.fn(async (key: string) => {
    const credentialDefinitionId = ids.get(key)
    return credentialDefinitionId ? { key, credentialDefinitionId, schemaId: 't', revocable: false } : undefined
  })
  const objects = {
    schema: vi.fn(),
    checkIssuer: vi.fn(async (did: string) => {
      if (did !== 'us') throw new Unresolvable('Somebody else')
    }),
  }
  const own = { definitions: { find: definition }, objects }
  const of = [{ definitionKey: 'card' }, { definitionKey: 'pass', typeId: 't', issuer: 'us' }]
  expect(await ownSources(asking({ of }), own)).toEqual(ids)
  expect([definition, objects.schema, objects.checkIssuer].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1])
  for (const source of [{ definitionKey: 'none' }, { issuer: 'somebody' }])
    for (const question of [asking({ of: [source] }, {}), asking({}, { of: [source] })])
      await expect(ownSources(question, own)).rejects.toMatchObject({ code: 'invalid' })
})
