// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { protocolChosen } from '../../state/demo-actions.ts'
import { callsOf, invitation, storeWith, student } from '../../store/store.fixture.ts'
import { onboardingStepSet } from '../../visit/onboarding/onboarding-slice.ts'
import { OnboardingSteps } from './onboarding-steps.tsx'

afterEach(cleanup)

it.each(['didcomm', 'openid4vc'] as const)('by %s, meets the issuer in words that are true of it', async (protocol) => {
  const character = {
    ...student,
    onboarding: student.onboarding.map((step) =>
      step.screenId === 'CONNECT' ? { ...step, title: 'Connect with the college', text: 'Take the invitation.' } : step,
    ),
  }
  const { store } = storeWith({ getWallets: () => [], createInvite: () => invitation('c1') })
  store.dispatch(fetchCharacters.fulfilled([character], '', undefined))
  await store.dispatch(pickCharacter(character.id))
  store.dispatch(protocolChosen(protocol))
  store.dispatch(onboardingStepSet('CONNECT'))
  render(
    <Provider store={store}>
      <MemoryRouter>
        <OnboardingSteps upload={null} />
      </MemoryRouter>
    </Provider>,
  )
  const isMet = protocol === 'openid4vc'
  const heading = isMet ? 'Unity College' : 'Connect with the college'
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  expect((await screen.findAllByText(isMet ? 'No connection needed.' : 'Take the invitation.')).length).toBeGreaterThan(
    0,
  )
  expect(screen.queryByText('Take the invitation.') !== null).toBe(!isMet)
})

it('fetches the wallets before the step that lists them, since a list that arrives late moves its buttons', async () => {
  const { store, call } = storeWith({ getWallets: () => [] })
  store.dispatch(fetchCharacters.fulfilled([student], '', undefined))
  await act(async () => {
    render(
      <Provider store={store}>
        <MemoryRouter>
          <OnboardingSteps upload={null} />
        </MemoryRouter>
      </Provider>,
    )
  })
  expect(callsOf(call, 'getWallets')).toHaveLength(1)
})
