import { resolveCharacter } from '@lastmile/content'
import type { Character, Protocol } from '@lastmile/contracts'
import { parseUseCase } from '@lastmile/journey'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TestServer } from '../../apps/server/test/running-server.ts'
import type { VisitorClient } from '../../apps/server/test/visitor-client.ts'
import type { MemoryAgent } from './memory-agent.ts'

/**
 * A protocol that there is not, from its rows in the tables: what it takes is what CONTRIBUTING's fourth exercise says.
 * It issues and verifies through ledger, socket and pages, and no other file has heard of it.
 */

const memory = 'memory' as Protocol
let agent: MemoryAgent

vi.mock('../../packages/contracts/src/protocols.ts', async (original) => {
  const actual = await original<typeof import('../../packages/contracts/src/protocols.ts')>()
  const row = { ...actual.families.openid4vc, proves: 'conditions', bindsCards: true, shows: 'proof' }
  const families = { ...actual.families, memory: row }
  return {
    ...actual,
    families,
    protocols: Object.keys(families),
    familyOf: (protocol: keyof typeof families) => families[protocol],
  }
})

vi.mock('../../apps/server/src/modules/protocols/adapters.ts', async (original) => {
  const actual = await original<typeof import('../../apps/server/src/modules/protocols/adapters.ts')>()
  const { invitationsOf } = await import('../../apps/server/src/modules/proofs/invitations.ts')
  const { MemoryAgent } = await import('./memory-agent.ts')
  return {
    openAdapters: (...opening: Parameters<typeof actual.openAdapters>) => {
      const opened = actual.openAdapters(...opening)
      agent = new MemoryAgent(opening[1], opening[2])
      return {
        ...opened,
        agents: { ...opened.agents, memory: agent },
        inviting: { ...opened.inviting, memory: agent },
        proofInvitations: (shortLinks: Parameters<typeof opened.proofInvitations>[0]) => ({
          ...opened.proofInvitations(shortLinks),
          memory: invitationsOf(agent),
        }),
      }
    },
  }
})

let server: TestServer
let visitor: VisitorClient
let clerk: Character

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  const found = server.context.content.characters.find(({ id }) => id === 'clerk')
  if (!found) throw new Error('The content of tests has no clerk')
  clerk = resolveCharacter(found, new Date())
})
afterAll(async () => {
  visitor?.disconnect()
  await server?.stop()
})

/** Gives the process a browser's page beside the server's own globals, before anything of the page is loaded. */
function openPage() {
  const page = new Window({ url: 'http://localhost/demo/clerk' })
  for (const name of Object.getOwnPropertyNames(page)) {
    if (!(name in globalThis))
      Object.defineProperty(globalThis, name, { value: Reflect.get(page, name), writable: true, configurable: true })
  }
  Object.assign(globalThis, {
    window: globalThis,
    document: page.document,
    location: page.location,
    IS_REACT_ACT_ENVIRONMENT: false,
  })
}

/** A page's store, whose calls are real ones and that hears the visitor's socket. */
async function openVisit() {
  const { createStore } = await import('../../apps/web/app/store/store.ts')
  const { messageReceived, protocolChosen } = await import('../../apps/web/app/state/demo-actions.ts')
  const { fetchCharacters, pickCharacter } = await import('../../apps/web/app/state/characters/characters-slice.ts')
  const call = (name: never, options?: { params?: { id: string }; body?: never }) =>
    visitor.call(name, { id: options?.params?.id, body: options?.body })
  const store = createStore({ call: call as never })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter(clerk.id))
  store.dispatch(protocolChosen(memory))
  const hear = async (of: { credentialId: string } | { proofId: string }, state: string) => {
    await visitor.subscribe(of)
    const id = Object.values(of)[0]
    const message = await visitor.message((each) => each.state === state && Object.values(each).includes(id))
    store.dispatch(messageReceived(message))
  }
  return { store, hear }
}

test('a third protocol issues and verifies a use case through ledger, socket and pages', async () => {
  openPage()
  const { cleanup, render, screen, waitFor } = await import('@testing-library/react')
  const { Provider } = await import('react-redux')
  const { MemoryRouter } = await import('react-router')
  const { store, hear } = await openVisit()
  const { OnboardingSteps } = await import('../../apps/web/app/features/onboarding/onboarding-steps.tsx')
  const { ExchangeStep } = await import('../../apps/web/app/features/use-case-player/exchange-step.tsx')
  const { onboardingStepSet } = await import('../../apps/web/app/visit/onboarding/onboarding-slice.ts')
  const { openUseCase } = await import('../../apps/web/app/visit/use-cases/use-cases-slice.ts')
  const { fetchProof } = await import('../../apps/web/app/exchanges/proving/proof-thunks.ts')
  const show = (page: React.ReactNode) =>
    render(
      <Provider store={store}>
        <MemoryRouter>{page}</MemoryRouter>
      </Provider>,
    )

  store.dispatch(onboardingStepSet('CONNECT'))
  show(<OnboardingSteps upload={null} />)
  await screen.findByText('No connection needed.')
  store.dispatch(onboardingStepSet('ACCEPT_CREDENTIAL'))
  await waitFor(() => expect(store.getState().credentials.issuedCredentials).toHaveLength(1), { timeout: 20_000 })
  const { id, ...offered } = store.getState().credentials.issuedCredentials[0] ?? { id: '' }
  expect(offered).toMatchObject({ name: 'Staff Card', protocol: memory, connectionId: null, state: 'offer_sent' })
  expect((await visitor.call('getCredential', { id })).protocol).toBe(memory)
  await agent.take(store.getState().credentials.invitations[id]?.link ?? '')
  await hear({ credentialId: id }, 'credential_issued')
  await screen.findByText('It is in your wallet.')
  cleanup()

  const [useCase] = clerk.useCases
  if (!useCase) throw new Error('The clerk has no use case')
  await store.dispatch(openUseCase({ slug: useCase.id, screenCount: useCase.screens.length }))
  const steps = parseUseCase(useCase)
  const step = steps[1]
  if (step?.kind !== 'PROOF') throw new Error('The second screen asks for no proof')
  show(
    <ExchangeStep
      character={clerk}
      useCase={useCase}
      steps={steps}
      step={step}
      stepIndex={1}
      verifier={step.screen.verifier}
      onAdvance={() => {}}
    />,
  )
  await waitFor(() => expect(store.getState().proof.state).toBe('request_sent'), { timeout: 20_000 })
  const { id: proofId, proofUrl } = store.getState().proof
  await agent.take(proofUrl ?? '')
  await hear({ proofId: proofId ?? '' }, 'verified')
  await store.dispatch(fetchProof())
  expect(store.getState().proof).toMatchObject({ state: 'verified', verified: true })
  await screen.findByText('Bola')
}, 120_000)
