import type { Character, Protocol, SocketMessage } from '@lastmile/contracts'
import { familyOf } from '@lastmile/contracts/protocols'
import { parseUseCase } from '@lastmile/journey'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import type { Call } from '../api/call.ts'
import { fetchProof } from '../exchanges/proving/proof-thunks.ts'
import { OnboardingSteps } from '../features/onboarding/onboarding-steps.tsx'
import { ExchangeStep } from '../features/use-case-player/exchange-step.tsx'
import { fetchCharacters, pickCharacter } from '../state/characters/characters-slice.ts'
import { messageReceived, protocolChosen } from '../state/demo-actions.ts'
import { onboardingStepSet } from '../visit/onboarding/onboarding-slice.ts'
import { openUseCase } from '../visit/use-cases/use-cases-slice.ts'
import { createStore } from './store.ts'

const patience = { timeout: 20_000 }

/** The pages of a visit whose wallet speaks this protocol, which needs no connection. */
export async function openPages(call: Call, character: Character, protocol: Protocol) {
  const store = createStore({ call })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter(character.id))
  store.dispatch(protocolChosen(protocol))
  const show = (page: ReactNode) =>
    render(
      <Provider store={store}>
        <MemoryRouter>{page}</MemoryRouter>
      </Provider>,
    )
  const hears = (message: SocketMessage) => void store.dispatch(messageReceived(message))

  return {
    /** The offer that the page shows once CONNECT has gone on. */
    async offer() {
      store.dispatch(onboardingStepSet('CONNECT'))
      show(<OnboardingSteps upload={null} />)
      await screen.findByText(new RegExp(`^With ${familyOf(protocol).name} your wallet takes`), {}, patience)
      store.dispatch(onboardingStepSet('ACCEPT_CREDENTIAL'))
      await waitFor(() => {
        if (store.getState().credentials.issuedCredentials.length === 0) throw new Error('Nothing is offered')
      }, patience)
      const { issuedCredentials, invitations } = store.getState().credentials
      const [entry] = issuedCredentials
      return { entry, link: invitations[entry?.id ?? '']?.link }
    },
    async saysIssued(message: SocketMessage) {
      hears(message)
      await screen.findByText('It is in your wallet.', {}, patience)
      cleanup()
    },
    /** The request of the first use case's second screen. */
    async request() {
      const [useCase] = character.useCases
      const steps = useCase ? parseUseCase(useCase) : []
      const step = steps[1]
      if (!useCase || step?.kind !== 'PROOF') throw new Error('The second screen asks for no proof')
      await store.dispatch(openUseCase({ slug: useCase.id, screenCount: steps.length }))
      const { verifier } = step.screen
      const played = { character, useCase, steps, step, stepIndex: 1, verifier, onAdvance: () => {}, onLeave: () => {} }
      show(<ExchangeStep {...played} />)
      await waitFor(() => {
        if (store.getState().proof.state !== 'request_sent') throw new Error('Nothing is asked for')
      }, patience)
      const { id, proofUrl } = store.getState().proof
      return { id, link: proofUrl }
    },
    async saysVerified(message: SocketMessage, value: string) {
      hears(message)
      await store.dispatch(fetchProof())
      await screen.findByText(value, {}, patience)
      cleanup()
      return store.getState().proof.verified
    },
  }
}
