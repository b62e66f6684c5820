import type { Protocol } from '@lastmile/contracts'
import { describe, expect, it } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { credentialRecord, storeWith } from '../../store/store.fixture.ts'
import { protocolChosen } from '../demo-actions.ts'
import { heldElsewhere, selectProtocolOf } from './protocol.ts'

type Held = Record<string, Protocol | 'offered by openid4vc'>

/** A visit with these credentials, in the family that was chosen last. */
function visitWith(held: Held, current?: Protocol) {
  const { store } = storeWith({})
  for (const [name, how] of Object.entries(held)) {
    const state = how.startsWith('offered') ? 'offer_sent' : 'credential_issued'
    const connection_id = how === 'didcomm' ? 'c1' : null
    store.dispatch(credentialFetched({ name, record: credentialRecord(name, { connection_id, state }) }))
  }
  if (current) store.dispatch(protocolChosen(current))
  return store.getState()
}

const cards = ['Student Card', 'Library Card']

describe('a request asks', () => {
  it.each<[string, Held, Protocol | undefined, Protocol]>([
    ['by DIDComm in a new visit', {}, undefined, 'didcomm'],
    ['in the current family for what is not held', {}, 'openid4vc', 'openid4vc'],
    ['in the current family for what is on its way', { 'Student Card': 'offered by openid4vc' }, 'didcomm', 'didcomm'],
    ['in the family of the card, whichever is current', { 'Student Card': 'didcomm' }, 'openid4vc', 'didcomm'],
    ['in the other one likewise', { 'Student Card': 'openid4vc' }, 'didcomm', 'openid4vc'],
    ['by any spelling of its name', { student_card: 'openid4vc' }, 'didcomm', 'openid4vc'],
    ['in the family of those that are held', { 'Library Card': 'openid4vc' }, 'didcomm', 'openid4vc'],
    [
      'in the current family for cards of both: DIDComm',
      { 'Student Card': 'didcomm', 'Library Card': 'openid4vc' },
      'didcomm',
      'didcomm',
    ],
    [
      'in the current family for cards of both: OpenID4VC',
      { 'Student Card': 'didcomm', 'Library Card': 'openid4vc' },
      'openid4vc',
      'openid4vc',
    ],
    ['without a look at other cards', { 'Exam Pass': 'openid4vc' }, 'didcomm', 'didcomm'],
  ])('%s', (_, held, current, expected) => {
    expect(selectProtocolOf(visitWith(held, current), cards)).toBe(expected)
  })
})

describe('what is held elsewhere', () => {
  const elsewhere = (held: Held, current: Protocol) =>
    heldElsewhere(cards, visitWith(held, current).credentials.issuedCredentials, current)

  it('is what the current family lacks of a request for cards of both', () => {
    const held = { 'Student Card': 'didcomm', library_card: 'openid4vc' } as const
    expect(elsewhere(held, 'openid4vc')).toEqual(['Student Card'])
    expect(elsewhere(held, 'didcomm')).toEqual(['Library Card'])
  })

  it('is nothing where all that is held is of one family', () => {
    expect(elsewhere({ 'Student Card': 'didcomm', 'Library Card': 'didcomm' }, 'openid4vc')).toEqual([])
    expect(elsewhere({ 'Student Card': 'didcomm' }, 'openid4vc')).toEqual([])
    expect(elsewhere({}, 'openid4vc')).toEqual([])
  })
})
