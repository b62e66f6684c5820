import type { HeldCredential, Offer, ProofRequest } from '@lastmile/holder'
import { expect, test } from 'vitest'
import { describeCredentials, describeOffer, describeWhatLeaves } from './descriptions.ts'

const site = 'college.example:8080'
const kind = { name: 'Card', schemaId: 's', definitionId: 'd', issuer: 'did:webvh:QmA:college.example%3A8080' }
const from = { label: 'College' }
const attributes = [{ name: 'full_name', value: 'Amina Bello' }]
const offer: Offer = { id: 'o', connectionId: 'c', from, state: 'offered', receivedAt: 1, kind, attributes }
const card: HeldCredential = { id: 'card', kind, from, receivedAt: 1, attributes, revocable: true, registrySize: 100 }
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
const elsewhere = { kind: { ...kind, issuer: 'did:webvh:QmA:elsewhere.example' } }

const ofUnknown = /^ {2}This wallet does not know the issuer of “Card”\. A dishonest issuer can mark a credential/m
test('an offer says whether the wallet knows the issuer', () => {
  expect(describeOffer(offer, site)).not.toMatch(ofUnknown)
  expect(describeOffer({ ...offer, ...elsewhere }, site)).toMatch(ofUnknown)
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
