import { describe, expect, test } from 'vitest'
import type { Chosen } from '../src/core/snapshot.ts'
import type { AnonCredsCredential } from '../src/formats/anoncreds/anoncreds-credential.ts'
import { matcher } from '../src/formats/anoncreds/matching.ts'
import { answersTo } from '../src/formats/anoncreds/presentation.ts'
import {
  type AnonCredsRequest,
  type Item,
  itemsOf,
  proofRequestSchema,
} from '../src/formats/anoncreds/proof-request.ts'

const college = 'did:webvh:QmCollege:college.example'
const museum = 'did:webvh:QmMuseum:museum.example'

const card = (id: string, more: Partial<AnonCredsCredential> = {}, issuer = college): AnonCredsCredential => ({
  id,
  format: 'anoncreds',
  peerId: 'peer',
  kind: {
    name: 'Card',
    schemaId: `${issuer}/resources/schema`,
    definitionId: `${issuer}/resources/definition`,
    issuer,
  },
  schemaVersion: '1.0',
  attributes: [
    { name: 'Full Name', value: 'Amina Bello' },
    { name: 'expiry_date', value: '20300101' },
    { name: 'age', value: '17' },
  ],
  receivedAt: 1,
  credential: {},
  ...more,
})

const ofCollege = { cred_def_id: `${college}/resources/definition` }
const shows = (more: Partial<Item> = {}): Item => ({
  referent: 'r',
  names: ['fullname'],
  restrictions: [ofCollege],
  ...more,
})
const proves = (name: string, operator: '>=' | '>' | '<=' | '<', bound: number, more: Partial<Item> = {}): Item =>
  shows({ names: [name], condition: { operator, bound }, ...more })

const now = Date.parse('2030-06-01')
const nameOf = (definitionId: string) => (definitionId.startsWith('did:webvh') ? 'Card' : undefined)
const match = (item: Item, ...credentials: AnonCredsCredential[]) => matcher([item], credentials, { nameOf, now })(item)

test('names are the same whatever their case and spaces', () => {
  expect(match(shows(), card('1')).fitting).toEqual(['1'])
  expect(match(shows({ names: ['fullname', 'AGE'] }), card('1')).fitting).toEqual(['1'])
  expect(match(shows({ names: ['fullname', 'height'] }), card('1')).fitting).toEqual([])
})

test('a request of many names reads those of a card once', () => {
  let reads = 0
  const counted = Array.from({ length: 30 }, (_, index) => ({
    get name() {
      reads++
      return `attribute ${index}`
    },
    value: `${index}`,
  }))
  const names = Array.from({ length: 90 }, (_, index) => `Attribute${index % 30}`)
  const items = Array.from({ length: 10 }, (_, index) => shows({ referent: `${index}`, names }))
  expect(items.map(matcher(items, [card('1', { attributes: counted })], { nameOf, now }))[0]?.fitting).toEqual(['1'])
  expect(reads).toBeLessThanOrEqual(2 * counted.length)
})

test('of several that fit the newest comes first, and a revoked one last or not at all', () => {
  const credentials = [card('old'), card('new', { receivedAt: 2 }), card('newest', { receivedAt: 3, revokedAt: 4 })]
  expect(match(shows(), ...credentials).fitting).toEqual(['new', 'old', 'newest'])
  expect(match(shows({ nonRevoked: { to: 5 } }), ...credentials).fitting).toEqual(['new', 'old'])
})

test.each([
  [{ schema_id: `${college}/resources/schema` }, true],
  [{ schema_name: 'Card', schema_version: '1.0' }, true],
  [{ schema_name: 'Card', schema_version: '2.0' }, false],
  [{ issuer_id: college }, true],
  [{ issuer_did: museum }, false],
  [{ schema_issuer_id: college, 'attr::Full Name::marker': '1' }, true],
  [{ 'attr::age::value': '17' }, true],
  [{ 'attr::age::value': '18' }, false],
  [{ 'attr::height::marker': '1' }, false],
  [{ toString: 'x' }, false],
  [{ unknown_condition: 'x' }, false],
])('a restriction holds as a whole: %j', (restriction: Record<string, string>, holds) => {
  expect(match(shows({ restrictions: [restriction] }), card('1')).fitting).toEqual(holds ? ['1'] : [])
})

describe('what an answer confirms of values that the other side has named', () => {
  const value = { 'attr::age::value': '17' }
  const marker = { 'attr::Full Name::marker': '1' }
  test.each<[Record<string, string>[], object[]]>([
    [[{ ...value, issuer_id: college }], [{ credentialId: '1', name: 'age', what: 'value' }]],
    [[marker], [{ credentialId: '1', name: 'Full Name', what: 'presence' }]],
    [
      [{ ...marker, 'attr::fullname::value': 'Amina Bello' }],
      [{ credentialId: '1', name: 'Full Name', what: 'value' }],
    ],
    // Of alternatives, those that hold; one that names no value would do without the others.
    [[{ 'attr::age::value': '18' }, value], [{ credentialId: '1', name: 'age', what: 'value' }]],
    [[value, { issuer_id: college }], []],
    [[value, { issuer_id: museum }], [{ credentialId: '1', name: 'age', what: 'value' }]],
    [[ofCollege], []],
    [[], []],
  ])('%j', (restrictions, confirms) => {
    expect(match(shows({ names: ['expiry_date'], restrictions }), card('1')).confirms).toEqual(confirms)
  })
})

test('one of several restrictions is enough', () => {
  expect(match(shows({ restrictions: [{ issuer_id: museum }, { issuer_id: college }] }), card('1')).fitting).toEqual([
    '1',
  ])
})

test.each([
  ['>=', 17, true],
  ['>=', 18, false],
  ['>', 17, false],
  ['>', 16, true],
  ['<=', 17, true],
  ['<=', 16, false],
  ['<', 17, false],
  ['<', 18, true],
] as const)('a condition is met or not: 17 %s %i', (operator, bound, isMet) => {
  expect(match(proves('age', operator, bound), card('1')).fitting).toEqual(isMet ? ['1'] : [])
})

test('nothing can be proved about what is no integer of 32 bits', () => {
  for (const value of ['', 'many', '1.5', '2147483648', '0x11'])
    expect(match(proves('age', '>=', 0), card('1', { attributes: [{ name: 'age', value }] })).fitting).toEqual([])
})

test('the reason why nothing fits is the one that is nearest to fitting', () => {
  const wanted = [{ name: 'Card', definitionId: ofCollege.cred_def_id, issuer: college }]
  expect(match(shows()).missing).toEqual({ reason: 'missing-credential', wanted })
  expect(match(shows(), card('1', {}, museum)).missing).toEqual({ reason: 'wrong-issuer', credentialId: '1', wanted })
  const bad = card('bad', { revokedAt: 5 })
  expect(match(shows({ nonRevoked: {} }), bad, card('2', {}, museum)).missing).toEqual({
    reason: 'revoked',
    credentialId: 'bad',
  })
  expect(match(proves('age', '>=', 18, { nonRevoked: {} }), bad, card('1')).missing).toEqual({
    reason: 'false-predicate',
    credentialId: '1',
    condition: { operator: '>=', bound: 18 },
    attribute: 'age',
  })
  expect(match(shows(), card('1')).missing).toBeUndefined()
})

test.each([
  ['expiry_date', '20300531', '>=', 20310101, 'expired'],
  ['valid until', '20300531', '>', 20300531, 'expired'],
  ['expiry_date', '20300601', '>=', 20310101, 'false-predicate'],
  ['expiry_date', '20301231', '>=', 20310101, 'false-predicate'],
  ['expiry_date', '20300531', '<=', 20290101, 'false-predicate'],
  ['birthdate', '20000101', '>=', 20080101, 'false-predicate'],
  ['expiry_date', '5', '>=', 6, 'false-predicate'],
] as const)('only what has ended is expired: %s of %s %s %i is %s', (name, value, operator, bound, reason) => {
  const credential = card('1', { attributes: [{ name, value }] })
  expect(match(proves(name, operator, bound), credential).missing).toMatchObject({ reason, attribute: name })
})

test('a requirement without restrictions may be self-attested', () => {
  expect(match(shows({ restrictions: [] }))).toMatchObject({ mayBeSaid: true, missing: undefined })
  expect(match(shows())).toMatchObject({ mayBeSaid: false })
  expect(match(proves('age', '>=', 1, { restrictions: [] }))).toMatchObject({ mayBeSaid: false })
  expect(match(shows({ restrictions: [], names: ['a', 'b'] }))).toMatchObject({ mayBeSaid: false })
})

describe('one requirement is answered by one credential', () => {
  const aged = (id: string, age: string, more: Partial<AnonCredsCredential> = {}) =>
    card(id, {
      attributes: [
        { name: 'Full Name', value: id },
        { name: 'age', value: age },
      ],
      ...more,
    })
  const asked = (more: Partial<Item> = {}): AnonCredsRequest => ({
    name: 'Check',
    version: '1.0',
    nonce: '1',
    requested_attributes: { name: { name: 'Full Name', restrictions: [ofCollege], ...more } },
    requested_predicates: { age: { name: 'age', p_type: '>=', p_value: 18, restrictions: [ofCollege] } },
  })
  const found = (request: AnonCredsRequest, ...credentials: AnonCredsCredential[]) => {
    const items = itemsOf(request)
    return items.map(matcher(items, credentials, { nameOf, now }))
  }
  const adult = aged('adult', '36')
  const child = aged('child', '8', { receivedAt: 2 })

  test('by none that meets a part alone, however new it is', () => {
    expect(found(asked(), adult, child)).toMatchObject([
      { fitting: ['adult'], requirement: 0 },
      { fitting: ['adult'], requirement: 0 },
    ])
  })

  test('by the newest of those that meet all of it', () => {
    const newer = aged('newer', '40', { receivedAt: 3 })
    expect(found(asked(), adult, child, newer).map(({ fitting }) => fitting)).toEqual([
      ['newer', 'adult'],
      ['newer', 'adult'],
    ])
  })

  test('and where none does, one is missing, for one reason', () => {
    const [name, age] = found(asked(), child)
    expect(name).toMatchObject({ fitting: ['child'], missing: undefined })
    expect(age).toMatchObject({ fitting: [], missing: { reason: 'false-predicate', credentialId: 'child' } })
    const request = { ...asked(), non_revoked: { from: 1, to: 1 } }
    for (const item of found(request, aged('adult', '36', { revokedAt: 5 }), child))
      expect(item).toMatchObject({ fitting: [], missing: { reason: 'revoked', credentialId: 'adult' } })
  })

  test('while other requirements may be answered by others', () => {
    const other = asked({ restrictions: [{ ...ofCollege, issuer_id: college }] })
    expect(found(other, adult, child)).toMatchObject([
      { fitting: ['child', 'adult'], requirement: 0 },
      { fitting: ['adult'], requirement: 1 },
    ])
    const byIssuer = asked({ restrictions: [{ issuer_id: college }] })
    Object.assign(byIssuer.requested_predicates.age ?? {}, { restrictions: [{ issuer_id: college }] })
    expect(found(byIssuer, adult, child).map(({ fitting }) => fitting)).toEqual([['child', 'adult'], ['adult']])
  })

  test('also when the person chooses', () => {
    const newer = aged('newer', '40', { receivedAt: 3 })
    const answer = (chosen: Chosen) => answersTo(asked(), chosen, [adult, newer], { nameOf, now })
    const both = { name: { credentialId: 'adult' }, age: { credentialId: 'adult' } }
    expect(answer(both).answers.map(({ credential }) => credential.id)).toEqual(['adult'])
    expect(() => answer({ name: { credentialId: 'adult' } })).toThrow('two credentials')
  })
})

const request = { name: 'Check', version: '1', nonce: '123', requested_attributes: { a: { name: 'age' } } }

test('an item asks for non-revocation by itself, or with the whole request', () => {
  const non_revoked = { from: 5, to: 5 }
  const both = { a: { name: 'age' }, b: { name: 'height', non_revoked: { to: 7 } } }
  const items = itemsOf(proofRequestSchema.parse({ ...request, non_revoked, requested_attributes: both }))
  expect(items.map(({ nonRevoked }) => nonRevoked)).toEqual([{ from: 5, to: 5 }, { to: 7 }])
  expect(itemsOf(proofRequestSchema.parse(request)).map(({ nonRevoked }) => nonRevoked)).toEqual([undefined])
})

test('a condition on what an item shows chooses the card, and one on anything else does not count', () => {
  const adult = card('adult', { attributes: [{ name: 'age', value: '36' }] })
  const child = card('child', { receivedAt: 2 })
  const fitting = (name: string, more = {}) => {
    const a = { name: 'Age', lastmile_conditions: [{ name, p_type: '>=', p_value: 18, ...more }] }
    const [item = shows()] = itemsOf(proofRequestSchema.parse({ ...request, requested_attributes: { a } }))
    return match(item, adult, child).fitting
  }
  expect(fitting('age')).toEqual(['adult'])
  expect(fitting('expiry_date')).toEqual(['child', 'adult'])
  expect(fitting('age', { p_type: '=' })).toEqual(['child', 'adult'])
})

/** Restrictions that together weigh so much. */
const restrictions = (alternatives: number, conditions = 1) =>
  Array.from({ length: alternatives }, () =>
    Object.fromEntries(Array.from({ length: conditions }, (_, at) => [at, 'x'])),
  )
const items = (count: number, item: object) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at, item]))

test.each([
  [{ a: { name: 'a'.repeat(256) } }, true],
  [{ a: { name: 'a'.repeat(257) } }, false],
  [{ a: { names: [] } }, false],
  [{ a: { names: ['a'] } }, true],
  [{ a: { names: Array(101).fill('a') } }, false],
  [{ a: {} }, false],
  [{ a: { name: 'a', names: ['b'] } }, false],
  [{ ['r'.repeat(257)]: { name: 'a' } }, false],
  [{ a: { name: 'a', restrictions: [{ x: 'i'.repeat(1_000) }] } }, true],
  [{ a: { name: 'a', restrictions: [{ x: 'i'.repeat(1_001) }] } }, false],
  [{ a: { name: 'a', restrictions: [{ ['x'.repeat(301)]: 'i' }] } }, false],
  [{ a: { name: 'a', restrictions: restrictions(100) } }, true],
  [{ a: { name: 'a', restrictions: restrictions(101) } }, false],
  [items(50, { name: 'a', restrictions: restrictions(9, 2) }), true],
  [items(51, { name: 'a', restrictions: restrictions(9, 2) }), true],
  [items(53, { name: 'a', restrictions: restrictions(9, 2) }), false],
  [items(20, { names: Array(50).fill('a') }), true],
  [items(2, { name: 'a', restrictions: Array(60).fill({ x: 'i'.repeat(1_000) }) }), true],
  [items(2, { name: 'a', restrictions: Array(70).fill({ x: 'i'.repeat(1_000) }) }), false],
  [items(21, { names: Array(50).fill('a') }), false],
])('a request has its bounds %#', (requested_attributes, isTaken) => {
  expect(proofRequestSchema.safeParse({ ...request, requested_attributes }).success).toBe(isTaken)
})

test.each([
  { nonce: 'x' },
  { nonce: '1'.repeat(101) },
  { requested_attributes: { a: { name: '' } } },
  { requested_attributes: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [index, { name: 'a' }])) },
  { requested_predicates: { p: { name: 'age', p_type: '=', p_value: 1 } } },
  { requested_predicates: { p: { name: 'age', p_type: '>=', p_value: 2 ** 31 } } },
  { requested_predicates: { p: { name: 'age', p_type: '>=', p_value: 1.5 } } },
  { non_revoked: { from: -1 } },
])('a request that no honest verifier makes is none: %j', (change) => {
  expect(proofRequestSchema.safeParse({ ...request, ...change }).success).toBe(false)
})
