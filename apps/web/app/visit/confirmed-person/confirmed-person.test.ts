import type { SocketMessage } from '@lastmile/contracts'
import { confirmedPersonPath, confirmedPersonSlug } from '@lastmile/contracts/constants'
import { expect, it } from 'vitest'
import { openConnection } from '../../exchanges/connecting/connection-thunks.ts'
import { pickCharacter } from '../../state/characters/characters-slice.ts'
import { demoReset, messageReceived } from '../../state/demo-actions.ts'
import { darkModeSet } from '../../state/preferences/preferences-slice.ts'
import { invitation, storeWith } from '../../store/store.fixture.ts'
import { sceneOf } from '../behavior/place-in-demo.ts'
import { serialiseShared, serialiseTab, sharedOf, tabOf } from '../persistence/kept-state.ts'
import { flowScreenKey, selectFlowReachesDashboard, selectFlowStep } from './confirmed-person-selectors.ts'
import { documentImageSet, flowStepSet, personInformationEntered } from './confirmed-person-slice.ts'

async function begun() {
  const { store } = storeWith({ createInvite: () => invitation('c1') })
  await store.dispatch(pickCharacter(confirmedPersonSlug))
  store.dispatch(personInformationEntered({ field: 'familyName', value: 'Canary' }))
  store.dispatch(documentImageSet({ side: 'front', image: 'data:image/jpeg;base64,Canary' }))
  await store.dispatch(openConnection({ screen: flowScreenKey, flow: 'confirmedPerson', protocol: 'didcomm' }))
  return store
}

it('keeps nothing of what was typed or photographed in the browser', async () => {
  const state = (await begun()).getState()
  const shared = sharedOf(state)
  expect(serialiseShared(shared, []) + serialiseTab(tabOf(state), shared)).not.toContain('Canary')
  expect(shared.characters.currentCharacter).toBe(confirmedPersonSlug)
})

it('is forgotten by a reset, with its connection, and the theme stays as it was chosen', async () => {
  const store = await begun()
  store.dispatch(darkModeSet(true))
  store.dispatch(demoReset())
  const { confirmedPerson, connection, preferences } = store.getState()
  expect(JSON.stringify(confirmedPerson)).not.toContain('Canary')
  expect(confirmedPerson.step).toBeNull()
  expect(connection).toMatchObject({ byScreen: {} })
  expect(preferences.darkMode).toBe(true)
})

it('is forgotten with a switch to another character', async () => {
  const store = await begun()
  await store.dispatch(pickCharacter('student'))
  expect(JSON.stringify(store.getState().confirmedPerson)).not.toContain('Canary')
})

it('leads to the dashboard with a connection, which the wallet’s answer is', async () => {
  const store = await begun()
  expect(selectFlowReachesDashboard(store.getState())).toBe(false)
  const answered: SocketMessage = { endpoint: 'connections', state: 'response', connection_id: 'c1' }
  store.dispatch(messageReceived(answered))
  expect(selectFlowReachesDashboard(store.getState())).toBe(true)
})

it('reports its step to tracking, and nothing that was typed', async () => {
  const store = await begun()
  store.dispatch(flowStepSet('PERSON_INFORMATION'))
  expect(selectFlowStep(store.getState())).toBe('PERSON_INFORMATION')
  expect(sceneOf(store.getState(), confirmedPersonPath)).toEqual({
    character: confirmedPersonSlug,
    connectionId: 'c1',
    screen: 'PERSON_INFORMATION',
    step: 2,
  })
})
