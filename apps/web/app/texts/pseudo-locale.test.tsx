// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx'
import { OnboardingScreen } from '../features/onboarding/onboarding-screen.tsx'
import { UseCaseScreen } from '../features/use-case-player/use-case-screen.tsx'
import { ServerResetDialog } from '../features/visit-gate/server-reset-dialog.tsx'
import { VisitGate } from '../features/visit-gate/visit-gate.tsx'
import { Opening } from '../routes/opening.tsx'
import NotFound from '../routes/screens/not-found.tsx'
import { proofRecord } from '../store/store.fixture.ts'
import { type Changes, card, character, useCaseId, wallet, wordsLeftBehind } from './demo-in-cyrillic.fixture.tsx'
import { content } from './pseudo.fixture.ts'

vi.mock('./texts.tsx', async (original) => (await import('./pseudo.fixture.ts')).pseudoTexts(original))
vi.mock('@lastmile/contracts/site', async (original) => (await import('./pseudo.fixture.ts')).pseudoSite(original))
// There is no canvas here to draw on.
vi.mock('react-confetti', () => ({ default: () => null }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const failure = { code: 'network', message: '', temporary: true }
const lasting = { ...failure, code: 'internal', temporary: false }
const connection = (screen: string, state: 'invited' | 'response' | 'complete' | 'abandoned') => ({
  id: 'c1',
  invitationId: 'i1',
  state,
  invitationUrl: 'https://example.org/?oob=1',
  shortUrl: 'https://example.org/i/1',
  isDeepLink: false,
  screen,
})
const issued = (state: 'offer_sent' | 'abandoned' | 'credential_acked' | 'credential_revoked') => ({
  issuedCredentials: [{ name: card.name, id: 'x1', connectionId: 'c1', state, refusal: null, threadId: 't' }],
})
const onboarding = <OnboardingScreen slug={undefined} notFound={<NotFound />} upload={null} />
const at = (onboardingStep: string) => ({ onboarding: { onboardingStep } })

describe('onboarding in another language', () => {
  it.each(character.onboarding.map(({ screenId }) => screenId))('leaves no word behind at %s', async (screenId) => {
    expect(await wordsLeftBehind(onboarding, { ...at(screenId), wallets: { wallets: [wallet] } })).toEqual([])
  })

  it.each<[string, Changes]>([
    ['characters on their way', { characters: { characters: [], isListed: false, isLoading: true } }],
    ['characters out of reach', { characters: { characters: [], isListed: false, error: failure } }],
    ['characters tried again', { characters: { characters: [], isListed: false, isLoading: true, error: failure } }],
    ['wallets on their way', { ...at('CHOOSE_WALLET'), wallets: { isLoading: true } }],
    ['wallets out of reach', { ...at('CHOOSE_WALLET'), wallets: { error: failure } }],
    ['no invitation', { ...at('CONNECT'), connection: { screen: 'onboarding/CONNECT', error: failure } }],
    ['an invitation', { ...at('CONNECT'), connection: connection('onboarding/CONNECT', 'invited') }],
    ['an answer', { ...at('CONNECT'), connection: connection('onboarding/CONNECT', 'response') }],
    ['a connection', { ...at('CONNECT'), connection: connection('onboarding/CONNECT', 'complete') }],
    ['an invitation declined', { ...at('CONNECT'), connection: connection('onboarding/CONNECT', 'abandoned') }],
    ['keys being made', { ...at('ACCEPT_CREDENTIAL'), credentials: { preparing: card.name } }],
    ['an offer being sent', { ...at('ACCEPT_CREDENTIAL'), credentials: { isIssueCredentialLoading: true } }],
    ['a credential on its way', { ...at('ACCEPT_CREDENTIAL'), credentials: issued('offer_sent') }],
    ['a credential declined', { ...at('ACCEPT_CREDENTIAL'), credentials: issued('abandoned') }],
    ['a credential that arrived', { ...at('ACCEPT_CREDENTIAL'), credentials: issued('credential_acked') }],
    ['a credential revoked', { ...at('ACCEPT_CREDENTIAL'), credentials: issued('credential_revoked') }],
    ['a credential held', { ...at('ACCEPT_CREDENTIAL'), credentials: { heldCredentials: [card.name] } }],
    ...(['definition', 'offer', 'deepLink'] as const).flatMap((step): [string, Changes][] => [
      [
        `${step} failing`,
        { ...at('ACCEPT_CREDENTIAL'), credentials: { ...issued('offer_sent'), error: { step, ...failure } } },
      ],
      [
        `${step} failed`,
        { ...at('ACCEPT_CREDENTIAL'), credentials: { ...issued('offer_sent'), error: { step, ...lasting } } },
      ],
      [
        `${step} tried again`,
        {
          ...at('ACCEPT_CREDENTIAL'),
          credentials: { ...issued('offer_sent'), isIssueCredentialLoading: true, error: { step, ...failure } },
        },
      ],
    ]),
  ])('leaves no word behind with %s', async (_, state) => {
    expect(await wordsLeftBehind(onboarding, state)).toEqual([])
  })
})

describe('a use case in another language', () => {
  const playing = <UseCaseScreen character={character} slug={useCaseId} />
  const screens = character.useCases[0]?.screens ?? []
  const played = (stepCount: number) => ({ useCases: { currentUseCase: useCaseId }, section: { stepCount } })
  const proving = (changes: Parameters<typeof proofRecord>[1]) => {
    const { presentation_exchange_id: id, state, verified, refusal, presentation } = proofRecord('p1', changes)
    return { ...played(4), proof: { id, state, verified, refusal, presentation, reason: null } }
  }
  const presentation = {
    requested_proof: {
      revealed_attr_groups: { [card.name]: { values: { first_name: { raw: content('Amina') } } } },
      revealed_attrs: {},
    },
  } as never

  it.each(screens.map(({ screenId }, index) => [screenId, index] as const))(
    'leaves no word behind at %s',
    async (_, index) => expect(await wordsLeftBehind(playing, played(index))).toEqual([]),
  )

  it.each<[string, Changes]>([
    ['an invitation', { ...played(2), connection: connection(`uc/${useCaseId}/CONNECTION`, 'invited') }],
    ['a connection', { ...played(2), connection: connection(`uc/${useCaseId}/CONNECTION`, 'complete') }],
    ['a request on its way', { ...played(4), proof: { isLoading: true } }],
    ['no request', { ...played(4), proof: { error: failure } }],
    ['a request', proving({ state: 'request_sent' })],
    ['an answer', proving({ state: 'presentation_received' })],
    ['a proof', proving({ state: 'done', verified: true, presentation })],
    ['an expired request', proving({ state: 'expired', refusal: 'expired' })],
    ...(['declined', 'revoked', 'predicate-not-met', 'not-verifiable', 'unreachable'] as const).map(
      (refusal): [string, Changes] => [refusal, proving({ state: 'abandoned', refusal })],
    ),
  ])('leaves no word behind with %s', async (_, state) => {
    expect(await wordsLeftBehind(playing, state)).toEqual([])
  })

  it('leaves no word behind where it is locked or unknown', async () => {
    expect(await wordsLeftBehind(playing)).toEqual([])
    expect(await wordsLeftBehind(<UseCaseScreen character={character} slug="none" />)).toEqual([])
  })
})

describe('the rest of the demo in another language', () => {
  const revokable = [{ name: card.name, revocationRegId: 'r', connectionId: 'c1', credRevocationId: '1' }]

  it.each<[string, Changes]>([
    ['locked', {}],
    ['open', { credentials: { ...issued('credential_acked'), revokableCredentials: revokable } }],
    ['revoked', { credentials: { ...issued('credential_revoked'), revokableCredentials: revokable } }],
    [
      'not revoked',
      {
        credentials: {
          ...issued('credential_acked'),
          revokableCredentials: revokable,
          revocationError: { name: card.name, ...failure },
        },
      },
    ],
    ['completed', { preferences: { completedUseCaseSlugs: [useCaseId] } }],
  ])('leaves no word behind on a dashboard that is %s', async (_, state) => {
    expect(await wordsLeftBehind(<DashboardScreen character={character} />, state)).toEqual([])
  })

  it.each([
    [
      'on the way to it',
      <VisitGate key="gate" upload={null}>
        {() => null}
      </VisitGate>,
    ],
    ['while it loads', <Opening key="opening" />],
    ['where nothing is', <NotFound key="none" />],
    ['after the data were cleared', <ServerResetDialog key="reset" />],
  ])('leaves no word behind %s', async (_, page) => {
    const state = {
      onboarding: { isCompleted: true },
      characters: { currentCharacter: null },
      preferences: { connectionDate: '2026-01-01T00:00:00Z', lastServerReset: '2026-02-01T00:00:00Z' },
    }
    expect(await wordsLeftBehind(page, state)).toEqual([])
  })
})
