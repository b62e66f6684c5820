import { brand } from '@lastmile/contracts/site'
import { type HeldCredential, type HistoryEntry, HolderError, type Offer, type ProofRequest } from '@lastmile/holder'
import { expect, test } from 'vitest'
import {
  describeCredentials,
  describeEvent,
  describeFailure,
  describeOffer,
  describeRequest,
  describeWaiting,
  describeWhatIsMissing,
  describeWhatLeaves,
} from './descriptions.ts'

const site = 'college.example:8080'
const kind = { name: 'Card', definitionId: 'd', issuer: 'did:webvh:QmA:college.example%3A8080' }
const from = { label: 'College' }
const attributes = [{ name: 'full_name', value: 'Amina Bello' }]
const offer: Offer = { id: 'o', connectionId: 'c', from, state: 'offered', receivedAt: 1, kind, attributes }
const card: HeldCredential = {
  id: 'card',
  format: 'anoncreds',
  kind,
  from,
  receivedAt: 1,
  attributes,
  revocable: true,
  registrySize: 100,
}
const item = {
  referent: '0',
  requirement: 0,
  names: ['full_name'],
  unrevoked: false,
  fitting: ['card'],
  confirms: [],
  mayBeSaid: false,
}
const request: ProofRequest = { id: 'r', from, state: 'asked', receivedAt: 1, name: '', items: [item], possible: true }
const entry: HistoryEntry = { id: 'h', at: 1, what: 'shared', with: from, about: 'r' }
const elsewhere = { kind: { ...kind, issuer: 'did:webvh:QmA:elsewhere.example' } }

const ofUnknown = /^ {2}This wallet does not know the issuer of “Card”\. A dishonest issuer can mark a credential/m
test('an offer says whether the wallet knows the issuer', () => {
  expect(describeOffer(offer, site)).not.toMatch(ofUnknown)
  expect(describeOffer({ ...offer, ...elsewhere }, site)).toMatch(ofUnknown)
})

test('an offer by OpenID4VC has names in place of values, and a request no title', () => {
  expect(
    describeOffer({ ...offer, attributes: [], names: [{ name: 'given_names' }, { name: 'x', label: 'Prénom' }] }, site),
  ).toMatch(/^ {4}Given names\n {4}Prénom$/m)
  expect(describeRequest(request, site)).toContain('“College” asks for a proof.\n')
  expect(describeRequest({ ...request, name: 'Check' }, site)).toContain('asks for a proof: “Check”')
  const byMarket = { ...entry, with: { label: 'Market' } }
  expect(describeEvent(byMarket)).toContain('“Market” has your proof')
  expect(describeEvent({ ...byMarket, what: 'request-declined' })).toBe('You gave no proof.')
})

test('a request says whether the wallet knows the issuer of what answers', () => {
  expect(describeWhatLeaves(request, [card], site)).not.toMatch(ofUnknown)
  expect(describeWhatLeaves(request, [{ ...card, ...elsewhere }], site)).toMatch(ofUnknown)
  const spare = { ...card, ...elsewhere, id: 'spare' }
  expect(describeWhatLeaves(request, [card, spare], site)).not.toMatch(ofUnknown)
})

test('a credential in a list of few is said to be recognisable, kept and shown', () => {
  const few = { ...card, registrySize: 99 }
  for (const describe of [describeCredentials, (held: HeldCredential[]) => describeWhatLeaves(request, held, site)]) {
    expect(describe([few])).toContain("  In its issuer's list, “Card” is one of only 99.")
    expect(describe([card])).not.toContain('one of only')
  }
})

test.each([
  [{ host: site, did: 'did:webvh:QmA:college.example%3A8080' }, 'Your wallet checked: it comes from this site.'],
  [{ label: brand, host: site, did: 'did:webvh:QmA:college.example%3A8080' }, 'Your wallet checked: this site itself.'],
  [{ host: 'elsewhere.example', did: 'did:webvh:QmA:elsewhere.example' }, 'A stranger to this site.'],
  [{ host: site }, 'It is not checked yet who this is.'],
  [{}, 'Nobody vouches for this name.'],
])('an offer and a request say what is checked of %j', (of, checked) => {
  const party = { ...from, ...of }
  expect(describeOffer({ ...offer, from: party }, site)).toContain(checked)
  expect(describeRequest({ ...request, from: party }, site)).toContain(checked)
})

test('details and conditions are in words', () => {
  const dated = { ...card, attributes: [...attributes, { name: 'expiry_date', value: '20991231' }] }
  const dateItem = (bound: number) => ({
    ...item,
    referent: '1',
    names: ['expiry_date'],
    condition: { operator: '>=' as const, bound },
  })
  const leaves = describeWhatLeaves({ ...request, items: [item, dateItem(20300101)] }, [dated], site)
  expect(leaves).toContain('They will see:\n    Full name: Amina Bello')
  expect(leaves).toContain('that:\n    Expiry date: 1 January 2030 or later')
  const today = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
  expect(describeWhatLeaves({ ...request, items: [dateItem(today)] }, [dated], site)).toContain(
    'Expiry date: still valid today',
  )
})

test('a condition that the card denies has other words than a card that is missing', () => {
  const condition = { operator: '<=' as const, bound: 20081126 }
  const born = { ...item, names: ['birth_date'], fitting: [], condition }
  const missing = { reason: 'false-predicate' as const, attribute: 'birth_date', credentialId: 'card', condition }
  expect(describeWhatIsMissing({ ...request, items: [{ ...born, missing }] }, [card])).toMatch(
    /^By your “Card” it is not true: “Date of birth” .*\. The honest answer is no, so there is nothing to share\.$/,
  )
  const lacking = { ...born, missing: { reason: 'missing-credential' as const, wanted: [] } }
  expect(describeWhatIsMissing({ ...request, items: [lacking] }, [card])).toBe(
    'You hold no credential with what is asked for.',
  )
})

test('says of an invitation of a draft which ones the wallet takes', () => {
  const failure = describeFailure(new HolderError('unsupported-invitation', 'A draft'))
  expect(failure).toContain('Ask for one for DIDComm v1 or OpenID4VC 1.0.')
})

test('what waits is named, with the words that end it; and how it ended, by its cause', () => {
  const waiting = { offers: [{ ...offer, state: 'accepted' as const, isDeferred: true }], requests: [request] }
  expect(describeWaiting(waiting)).toBe(
    [
      'Still on the way:',
      '  “Card” from “College”, which makes it later',
      '  your answer to “College”',
      'It goes on by itself. Type “give up” to wait no longer.',
    ].join('\n'),
  )
  expect(describeWaiting({ offers: [], requests: [] })).toBeUndefined()
  const failed = { ...entry, what: 'offer-failed' as const, name: 'Card' }
  expect(describeEvent({ ...failed, why: 'late' })).toBe(
    '“Card” from “College” did not come in time. Ask for a new offer.',
  )
  expect(describeEvent(failed)).toContain('is not sound, or not what was offered')
})

test('names beside what is asked for all that leaves a card, and nothing as shared that stays', () => {
  const sdJwt: HeldCredential = {
    ...{ ...card, format: 'sd-jwt', doubt: 'unread', stated: { expiresAt: Date.UTC(2026, 11, 31), status: 7 } },
    attributes: [
      { name: 'full_name', value: 'Amina Bello', path: ['full_name'], behind: [0] },
      { name: 'address › city', value: 'Lagos', path: ['address', 'city'], behind: [1] },
      { name: 'address › street', value: 'Marina', path: ['address', 'street'], behind: [1] },
      { name: 'birthdate', value: '2001-02-03', path: ['birthdate'], behind: [] },
      { name: 'tax_id', value: '123', path: ['tax_id'], behind: [2] },
    ],
  }
  const shows = [{ credentialId: 'card', paths: [['address', 'city']] }]
  const born = {
    credentialId: 'card',
    attribute: 'birth_date',
    condition: { operator: '<=' as const, bound: 19660101 },
  }
  const unmet = [born, { credentialId: 'card', attribute: 'age_equal_or_over › 60' }]
  const leaves = describeWhatLeaves({ ...request, items: [{ ...item, shows, unmet }] }, [sdJwt], site)
  expect(leaves).toMatch(/it is not true: “Date of birth” .*\. They will refuse it\.\n/)
  expect(leaves).toContain('By your “Card” it is not true: “60 or older”. They will refuse it.')
  expect(leaves).toContain('They will see:\n    Address › city: Lagos   from “Card”\n    Address › street: Marina')
  expect(leaves).toContain(
    'Everybody who is shown “Card” sees: its issuer “College”, what card it is, valid until 31 December 2026, ' +
      'its place in the public list that says whether it is revoked, a key that only this copy has\n    Date of birth: 2001-02-03',
  )
  expect(leaves).toContain('Whether “Card” was revoked could not be looked up.')
  expect(leaves).not.toMatch(/Amina Bello|123/)
})
