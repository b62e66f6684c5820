import { describe, expect, test } from 'vitest'
import { disclosureOf, hostOf, isOfSite, mayHaveShownMore } from '../src/core/disclosure.ts'
import type { Condition, HeldCredential, ProofRequest, RequestItem } from '../src/holder.ts'

const card: HeldCredential = {
  id: 'card',
  format: 'anoncreds',
  kind: { name: 'Card', definitionId: 'd', issuer: 'did:webvh:QmCollege:college.example' },
  attributes: [
    { name: 'Full Name', value: 'Amina Bello' },
    { name: 'expiry_date', value: '20300101' },
    { name: 'age', value: '17' },
  ],
  receivedAt: 1,
  from: { label: 'College' },
  revocable: true,
}
const other = { ...card, id: 'other', revocable: false }

const requestFor = (...items: Partial<RequestItem>[]): ProofRequest => ({
  id: 'request',
  from: { label: 'Gate' },
  state: 'asked',
  receivedAt: 1,
  name: 'Check',
  items: items.map((item, index) => ({
    referent: `${index}`,
    requirement: index,
    names: ['fullname'],
    unrevoked: false,
    fitting: ['card', 'other'],
    confirms: [],
    mayBeSaid: false,
    ...item,
  })),
  possible: true,
})
const condition: Condition = { operator: '>=', bound: 16 }
const ofAge = { names: ['Age'], condition, unrevoked: true }
const namesOf = (attributes: { name: string }[]) => attributes.map(({ name }) => name)

describe('what an answer discloses', () => {
  test('parts what is shown, what is proved and what stays', () => {
    expect(disclosureOf(requestFor({}, ofAge), {}, [card, other])).toEqual({
      used: [card],
      shared: [{ name: 'Full Name', value: 'Amina Bello', credential: card }],
      proved: [{ referent: '1', name: 'Age', condition, credential: card }],
      confirmed: [],
      unmet: [],
      unrevoked: [card],
      visible: [],
      kept: [{ name: 'expiry_date', value: '20300101', credential: card }],
    })
  })

  test.each(['constructor', '__proto__', 'toString'])('names what is shown for the referent %s', (referent) => {
    const { shared } = disclosureOf(requestFor({ referent }), {}, [card])
    expect(namesOf(shared)).toEqual(['Full Name'])
    const said = Object.fromEntries([[referent, { said: 'Amina' }]])
    const request = requestFor({ referent, fitting: [], mayBeSaid: true })
    expect(disclosureOf(request, said, []).shared).toEqual([{ name: 'fullname', value: 'Amina' }])
  })

  test('lists what the other side has named, of the credential that answers, and keeps none of it private', () => {
    const confirms: RequestItem['confirms'] = [
      { credentialId: 'card', name: 'expiry_date', what: 'value' },
      { credentialId: 'card', name: 'age', what: 'presence' },
      { credentialId: 'other', name: 'age', what: 'value' },
    ]
    const { shared, confirmed, kept } = disclosureOf(requestFor({ confirms }, { confirms }), {}, [card, other])
    expect(namesOf(shared)).toEqual(['Full Name'])
    expect(confirmed).toEqual([
      { name: 'expiry_date', value: '20300101', credential: card },
      { name: 'age', credential: card },
    ])
    expect(kept).toEqual([])
  })

  test('what is shown is not also listed as confirmed', () => {
    const confirms: RequestItem['confirms'] = [{ credentialId: 'card', name: 'Full Name', what: 'value' }]
    expect(disclosureOf(requestFor({ confirms }), {}, [card]).confirmed).toEqual([])
  })

  test('follows what is chosen', () => {
    const disclosure = disclosureOf(requestFor({}, ofAge), { 1: { credentialId: 'other' } }, [card, other])
    expect(disclosure.proved).toMatchObject([{ credential: other }])
    expect(disclosure.unrevoked).toEqual([])
    expect(disclosure.kept.map(({ credential, name }) => [credential.id, name])).toEqual([
      ['card', 'expiry_date'],
      ['card', 'age'],
      ['other', 'Full Name'],
      ['other', 'expiry_date'],
    ])
  })

  test('names what is asked twice once, and what is shown as well as proved as shown', () => {
    const { shared, kept } = disclosureOf(requestFor({}, { names: ['age', 'fullname'] }, ofAge), {}, [card])
    expect(namesOf(shared)).toEqual(['Full Name', 'age'])
    expect(namesOf(kept)).toEqual(['expiry_date'])
  })

  test.each([
    ['a date of birth', ['birthdate'], []],
    ['an age that the holder has', ['age_equal_or_over', '18'], ['birthdate', '21 or older']],
    ['an age that the holder has not', ['age_equal_or_over', '21'], ['birthdate', '16 or older', '18 or older']],
    ['a name', ['family_name'], ['birthdate', '16 or older', '18 or older', '21 or older']],
  ])('calls no age private that follows from %s', (_, path, kept) => {
    const age = (years: string, has: string) => ({
      ...{ name: `${years} or older`, value: has, path: ['age_equal_or_over', years] },
    })
    const attributes = [
      { name: 'birthdate', value: '20080101', path: ['birthdate'] },
      ...[age('16', 'true'), age('18', 'true'), age('21', 'false')],
      { name: 'family_name', value: 'Bello', path: ['family_name'] },
    ].map((each, index) => ({ ...each, behind: [index] }))
    const credential: HeldCredential = { ...card, format: 'sd-jwt', attributes }
    const shows = [{ credentialId: 'card', paths: [path] }]
    const disclosure = disclosureOf(requestFor({ names: [], fitting: ['card'], shows }), {}, [credential])
    expect(namesOf(disclosure.kept).filter((name) => name !== 'family_name')).toEqual(kept)
  })

  test('lists what the person says, and nothing where nothing fits', () => {
    const request = requestFor({ names: ['mood'], fitting: [], mayBeSaid: true }, { fitting: [] })
    const nothing = { used: [], shared: [], proved: [], confirmed: [], unmet: [], unrevoked: [], visible: [], kept: [] }
    expect(disclosureOf(request, {}, [card])).toEqual(nothing)
    expect(disclosureOf(request, { 0: { said: 'good' } }, [card])).toEqual({
      ...nothing,
      shared: [{ name: 'mood', value: 'good' }],
    })
  })
})

test.each([
  ['by OpenID4VC, written before it was noted what everybody sees', 'shared', true, undefined, true],
  ['by OpenID4VC', 'shared', true, [], false],
  ['by DIDComm', 'shared', undefined, undefined, false],
  ['declined', 'request-declined', true, undefined, false],
] as const)('an entry of a proof %s may list too little as shown', (_, what, isDirect, visible, mayBe) => {
  const entry = {
    id: '1',
    at: 1,
    about: '1',
    what,
    with: { label: 'Shop', isDirect },
    visible: visible && [...visible],
  }
  expect(mayHaveShownMore(entry)).toBe(mayBe)
})

test.each([
  ['site.example', 'did:webvh:QmA:site.example'],
  ['site.example:8080', 'did:webvh:QmA:site.example%3A8080:tenants:one'],
  ['site.example', 'did:web:site.example'],
  [undefined, 'did:key:z6Mk'],
  [undefined, 'your bank, call +49 1'],
  [undefined, 'did:web:%20'],
])('finds the host %s of %s', (host, did) => {
  expect(hostOf(did)).toBe(host)
  expect(isOfSite({ kind: { ...card.kind, issuer: did } }, 'site.example')).toBe(host === 'site.example')
})
