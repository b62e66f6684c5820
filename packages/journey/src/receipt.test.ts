import type { Character, Protocol, RequestOptions } from '@lastmile/contracts'
import { describe, expect, it } from 'vitest'
import { credentialSource } from './credential-source.ts'
import { card, cardValue, student } from './journey.fixture.ts'
import { latestReceipts, learntIn, receiptOf } from './receipt.ts'

const character: Character = {
  ...student,
  onboarding: [
    {
      screenId: 'ACCEPT_CREDENTIAL',
      title: 'Accept',
      text: 'Accept.',
      issuer_name: 'Unity College',
      credentials: [card('Student Card', ['given_names', 'family_name', 'birth_date', 'photo'])],
    },
  ],
  useCases: [
    {
      id: 'join',
      name: 'Join the library',
      hidden: false,
      screens: [
        {
          screenId: 'CREDENTIAL',
          title: 'Get',
          text: 'Get.',
          issuer_name: 'City Library',
          credentials: [card('library_card', ['card_number', 'Expiry Date'])],
        },
      ],
    },
  ],
}
const adult = { name: 'birth_date', type: '<=', value: '20081122' } as const

type Exchanges = Parameters<typeof receiptOf>[0]['exchanges']
const receipt = (
  requestedCredentials: RequestOptions['requestedCredentials'],
  exchanges: Exchanges = [],
  protocol: Protocol = 'didcomm',
) =>
  receiptOf({
    exchanges,
    protocol,
    id: 'p1',
    at: '2026-11-22T10:00:00.000Z',
    character,
    useCase: { id: 'discount', name: 'Discount' },
    verifier: { name: 'Bookshop' },
    options: { title: 'Student check', text: 'Are you?', requestedCredentials },
  })

describe('a receipt', () => {
  it('says by whom, for what and when', () => {
    expect(receipt([{ name: 'Student Card', properties: ['photo'] }])).toMatchObject({
      id: 'p1',
      at: '2026-11-22T10:00:00.000Z',
      useCase: { slug: 'discount', name: 'Discount' },
      verifier: 'Bookshop',
      request: 'Student check',
    })
  })

  it.each([
    [
      'shown',
      [{ name: 'Student Card', properties: ['family_name', 'photo'] }],
      [{ shown: ['family_name', 'photo'], proved: [], kept: ['given_names', 'birth_date'], nonRevoked: false }],
    ],
    [
      'proved',
      [{ name: 'Student Card', predicates: adult, nonRevoked: true }],
      [{ shown: [], proved: [adult], kept: ['given_names', 'family_name', 'photo'], nonRevoked: true }],
    ],
    [
      'shown and proved in two requests of one credential, however its name is spelt',
      [
        { name: 'studentCard', properties: ['photo'] },
        { name: 'Student Card', predicates: [adult] },
      ],
      [{ name: 'Student Card', shown: ['photo'], proved: [adult], kept: ['given_names', 'family_name'] }],
    ],
    [
      'asked of a credential from a use case, its attributes compared as AnonCreds does',
      [{ name: 'Library Card', properties: ['expirydate'] }],
      [{ name: 'library_card', issuer: 'City Library', shown: ['expirydate'], kept: ['card_number'] }],
    ],
    [
      'asked of a credential that is not issued here',
      [{ name: 'Passport', properties: ['name'] }],
      [{ name: 'Passport', issuer: null, shown: ['name'], kept: [] }],
    ],
  ] satisfies [string, RequestOptions['requestedCredentials'], object[]][])('lists what was %s', (_, asked, listed) => {
    expect(receipt(asked).credentials).toMatchObject(listed)
  })

  it.each<[string, Exchanges, boolean, string | null]>([
    ['the one of this visit', [{ id: 'x1', name: 'student_card', state: 'done' }], true, 'x1'],
    ['none of this visit', [], false, null],
    ['none that did not come', [{ id: 'x1', name: 'Student Card', state: 'offer_sent' }], false, null],
    ['none of another name', [{ id: 'x1', name: 'Library Card', state: 'done' }], false, null],
    ['none that was revoked', [{ id: 'x1', name: 'Student Card', state: 'credential_revoked' }], true, null],
    [
      'a revoked one, if that was not asked',
      [{ id: 'x1', name: 'Student Card', state: 'credential_revoked' }],
      false,
      'x1',
    ],
    [
      'the one that took its place',
      [
        { id: 'x1', name: 'Student Card', state: 'credential_revoked' },
        { id: 'x2', name: 'Student Card', state: 'done' },
      ],
      false,
      'x2',
    ],
  ])('says that the card was %s', (_, exchanges, nonRevoked, exchange) => {
    const asked = [{ name: 'Student Card', properties: ['photo'], nonRevoked }]
    expect(receipt(asked, exchanges).credentials).toMatchObject([{ exchange }])
  })

  it.each<[Protocol, string[], string[]]>([
    ['didcomm', ['photo'], ['given_names', 'family_name']],
    ['openid4vc', ['photo', 'birth_date'], ['given_names', 'family_name']],
  ])('says what %s shows, and what a condition shows in one family alone', (protocol, shown, kept) => {
    const pensioner = { ...adult, value: '19611122' }
    const asked = [{ name: 'Student Card', properties: ['photo'], predicates: [pensioner] }]
    const [card] = receipt(asked, [], protocol).credentials
    expect(card).toMatchObject({ shown, kept, proved: [pensioner], onlyCompared: ['birth_date'] })
  })

  it.each<Protocol>(['didcomm', 'openid4vc'])(
    'says of an age that the issuer states that %s shows no date',
    (protocol) => {
      const asked = [{ name: 'Student Card', properties: ['photo'], predicates: [adult] }]
      const [card] = receipt(asked, [], protocol).credentials
      expect(card).toMatchObject({ shown: ['photo'], proved: [adult], onlyCompared: [] })
    },
  )

  it('says which details the verifier compared on two cards, by the family in which nothing else binds them', () => {
    const alike = { name: ['given_names', 'family_name'] }
    const asked = [{ name: 'Student Card', properties: ['photo'], alike }]
    const [byDidcomm] = receipt(asked).credentials
    expect(byDidcomm).toMatchObject({ shown: ['photo'], onlyCompared: alike.name, kept: [...alike.name, 'birth_date'] })
    expect(byDidcomm).not.toHaveProperty('alike')
    const [byOpenid4vc] = receipt(asked, [], 'openid4vc').credentials
    expect(byOpenid4vc).toMatchObject({ shown: ['photo', ...alike.name], alike: alike.name, kept: ['birth_date'] })
  })

  it('holds no value of any attribute', () => {
    const made = receipt([{ name: 'Student Card', properties: ['family_name'], predicates: adult }])
    expect(JSON.stringify(made)).not.toContain(cardValue)
  })
})

describe('the source of a credential', () => {
  it('is the onboarding or the use case that hands it out', () => {
    expect(credentialSource(character, 'student_card')).toMatchObject({
      issuer: 'Unity College',
      at: { kind: 'onboarding', screenId: 'ACCEPT_CREDENTIAL' },
    })
    expect(credentialSource(character, 'Library Card')).toMatchObject({
      issuer: 'City Library',
      at: { kind: 'useCase', slug: 'join', name: 'Join the library' },
    })
    expect(credentialSource(character, 'Passport')).toBeUndefined()
  })

  it('is issued by the verifier of the use case where its screen names no other issuer', () => {
    const screen = { screenId: 'CREDENTIAL', title: 'Get', text: 'Get.', credentials: [card('Exam Pass')] }
    const issuerOf = (more: object) => {
      const useCases = [{ id: 'exam', name: 'Exam', hidden: false, screens: [{ ...screen, ...more }] }]
      return credentialSource({ ...student, useCases }, 'Exam Pass')?.issuer
    }
    expect(issuerOf({ verifier: { name: 'Exam Board' } })).toBe('Exam Board')
    expect(issuerOf({ verifier: { name: 'Exam Board' }, issuer_name: 'Unity College' })).toBe('Unity College')
    expect(issuerOf({})).toBeUndefined()
  })
})

describe('what verifiers learnt', () => {
  const asked = [{ name: 'Student Card', properties: ['photo'], predicates: [adult], nonRevoked: true }]

  it.each<[Protocol, object]>([
    ['didcomm', { shown: 1, proved: 2, kept: 2 }],
    ['openid4vc', { shown: 1, proved: 2, kept: 2 }],
  ])('is counted by %s', (protocol, counts) => {
    expect(learntIn([receipt(asked, [], protocol)])).toEqual(counts)
  })

  it('counts a value that is shown to be compared as shown alone', () => {
    const pensioner = { ...adult, value: '19611122' }
    const counts = learntIn([receipt([{ name: 'Student Card', predicates: pensioner }], [], 'openid4vc')])
    expect(counts).toEqual({ shown: 1, proved: 0, kept: 3 })
  })

  it('counts each detail once over the newest receipt of each request', () => {
    const first = receipt(asked)
    const again = { ...first, id: 'p2', at: '2026-11-22T11:00:00.000Z' }
    const other = { ...first, id: 'p3', verifier: 'Library' }
    expect(latestReceipts([again, first, other])).toEqual([again, other])
    expect(learntIn([again, other])).toEqual({ shown: 1, proved: 2, kept: 2 })
    const named = receipt([{ name: 'student_card', properties: ['Given_names', 'birth_date'] }])
    expect(learntIn([again, named])).toEqual({ shown: 3, proved: 1, kept: 1 })
  })
})
