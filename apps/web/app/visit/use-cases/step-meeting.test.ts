import type { ConnectionState, UseCase } from '@lastmile/contracts'
import { parseUseCase } from '@lastmile/journey'
import { describe, expect, it } from 'vitest'
import { invitationRequested } from '../../exchanges/connecting/connection-slice.ts'
import { onboardingScreenKey, screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { invitationCreated, messageReceived } from '../../state/demo-actions.ts'
import { card, invitation, storeWith, student } from '../../store/store.fixture.ts'
import { selectStepMeeting } from './use-case-selectors.ts'

const screen = (screenId: string, name: string) => ({ screenId, title: 'x', text: 'x', verifier: { name } })
const requestOptions = { title: 'x', text: 'x', requestedCredentials: [{ name: 'Student Card', properties: ['x'] }] }
const useCase: UseCase = {
  id: 'gate',
  name: 'Gate',
  hidden: false,
  screens: [
    screen('START', 'Palm Court'),
    screen('CONNECTION', 'Palm Court'),
    screen('CONNECTION_2', 'Bookshop'),
    { ...screen('PROOF', 'Palm Court'), requestOptions },
    { ...screen('PROOF_2', 'Swift Wheels'), requestOptions },
    { ...screen('PROOF_3', 'Unity College'), requestOptions },
    { ...screen('CREDENTIAL', 'Palm Court'), issuer_name: 'Bookshop', credentials: [card('Pass')] },
  ],
}
const steps = parseUseCase(useCase)
const character = {
  ...student,
  onboarding: [
    ...student.onboarding,
    { screenId: 'CONNECT_2', title: 'Connect', text: 'Connect.', issuer_name: 'Swift Wheels' },
    { screenId: 'CONNECT_3', title: 'Connect', text: 'Connect.', issuer_name: 'Unity College' },
  ],
}

/** Finds the connection that carries a step, after connections made on these screens. */
async function visit(connections: Record<string, [screen: string, state: ConnectionState]>) {
  const { store } = storeWith({ getCharacters: () => [character] })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  for (const [id, [screen, state]] of Object.entries(connections)) {
    store.dispatch(invitationRequested(screen))
    store.dispatch(invitationCreated({ screen, protocol: 'didcomm', invitation: invitation(id), createdAt: '' }))
    store.dispatch(messageReceived({ endpoint: 'connections', state, connection_id: id }))
  }
  return (screenId: string) => {
    const index = steps.findIndex((step) => step.screen.screenId === screenId)
    const meeting = selectStepMeeting(store.getState(), useCase, steps, index)
    return meeting?.kind === 'connection' ? meeting.id : undefined
  }
}

const college = onboardingScreenKey('CONNECT')
const wheels = onboardingScreenKey('CONNECT_2')
const collegeAgain = onboardingScreenKey('CONNECT_3')
const court = screenKeyOf('gate', 'CONNECTION')
const shop = screenKeyOf('gate', 'CONNECTION_2')

describe('a step of a use case', () => {
  it('rides on a connection of its own party, and on no other', async () => {
    const carrierOf = await visit({
      c1: [college, 'active'],
      c2: [wheels, 'active'],
      c3: [court, 'active'],
      c4: [shop, 'active'],
    })
    expect(['PROOF', 'PROOF_2', 'PROOF_3', 'CREDENTIAL'].map(carrierOf)).toEqual(['c3', 'c2', 'c1', 'c4'])
    const withoutOwn = await visit({ c1: [college, 'active'], c4: [shop, 'active'] })
    expect(['PROOF', 'PROOF_2'].map(withoutOwn)).toEqual([undefined, undefined])
  })

  it('rides on the latest, and on none that is not established', async () => {
    const carrierOf = await visit({ c1: [college, 'active'], c2: [collegeAgain, 'active'], c3: [court, 'request'] })
    expect(carrierOf('PROOF_3')).toBe('c2')
    expect(carrierOf('PROOF')).toBeUndefined()
    expect((await visit({ c1: [college, 'active'], c2: [collegeAgain, 'invited'] }))('PROOF_3')).toBe('c1')
  })
})
