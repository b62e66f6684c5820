// @vitest-environment happy-dom

import type { Receipt, Scene } from '@lastmile/contracts'
import { refusalReasons, unreadableParts, webWalletId } from '@lastmile/contracts/constants'
import { useCaseKinds } from '@lastmile/contracts/screen-kinds'
import { parseUseCaseScreen } from '@lastmile/contracts/screens'
import { act, fireEvent, screen as page } from '@testing-library/react'
import { Navigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx'
import { drawDay, keepPicture } from '../features/dashboard/day-picture.ts'
import { OnboardingScreen } from '../features/onboarding/onboarding-screen.tsx'
import { UseCaseScreen } from '../features/use-case-player/use-case-screen.tsx'
import { VerifierScene } from '../features/use-case-player/verifier-scene.tsx'
import { EndedElsewhereDialog } from '../features/visit-gate/ended-elsewhere-dialog.tsx'
import { ServerResetDialog } from '../features/visit-gate/server-reset-dialog.tsx'
import { VisitGate } from '../features/visit-gate/visit-gate.tsx'
import { screenTitle } from '../metadata/screen-title.ts'
import { Opening } from '../routes/opening.tsx'
import { ScreenErrors } from '../routes/screen-errors.tsx'
import { ScreenOnItsWay } from '../routes/screen-on-its-way.tsx'
import NotFound from '../routes/screens/not-found.tsx'
import { screens } from '../routes/screens.ts'
import { proofRecord } from '../store/store.fixture.ts'
import { CredentialCard } from '../ui/credential-card.tsx'
import { PageThemeToggle } from '../ui/page-theme-toggle.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { ValueList } from '../ui/value-list.tsx'
import { AskBeforeLeaving } from '../visit/ask-before-leaving.tsx'
import { socketReducer, socketStatusChanged } from '../visit/live-link/socket-slice.ts'
import { PartNotFetched } from '../visit/part-not-fetched.tsx'
import { NotKeptNotice } from '../visit/persistence/not-kept-notice.tsx'
import { TakeOutOffer } from '../visit/take-out-offer.tsx'
import { card as held, nothing } from '../wallet/wallet.fixture.ts'
import { closeWallet, openWallet } from '../wallet/wallet-visibility.ts'
import { walletIs } from '../wallet/wallet-worker.fixture.ts'
import {
  card,
  caseOf,
  character,
  connection,
  failure,
  issued,
  lasting,
  proofOf,
  screen,
  useCaseId,
  verifier,
  wallet,
  withoutConnection,
} from './demo-in-cyrillic.fixture.ts'
import { content, isStray, unsaid } from './pseudo.fixture.ts'
import { type Changes, clearStage, later, show, wordsLeftBehind } from './stage.fixture.tsx'

vi.mock('./texts.tsx', async (original) => (await import('./pseudo.fixture.ts')).pseudoTexts(original))
vi.mock('@lastmile/contracts/site', async (original) => (await import('./pseudo.fixture.ts')).pseudoSite(original))
// The test environment has no canvas.
vi.mock('react-confetti', () => ({ default: () => null }))
vi.mock('../features/dashboard/day-picture.ts', { spy: true })

beforeEach(() => void vi.useFakeTimers())
afterEach(clearStage)

/** Another character, for state that depends on it. */
const nurse = { ...character, id: 'nurse', name: content('Nura') }
const onboarding = <OnboardingScreen slug={undefined} notFound={<NotFound />} upload={null} />
const at = (onboardingStep: string) => ({ onboarding: { onboardingStep } })
const svgPortrait = { name: 'photo', value: 'data:image/svg+xml,<svg/>', label: content('Photo') }
const phone = () => vi.stubGlobal('navigator', { userAgent: 'iPhone', maxTouchPoints: 5 })

describe('onboarding in another language', () => {
  const connecting = (state: Parameters<typeof connection>[1]) => connection('onboarding/CONNECT', state)
  const accepting = { ...at('ACCEPT_CREDENTIAL'), connection: connecting('complete') }

  it.each(character.onboarding.map(({ screenId }) => screenId))('leaves no word behind at %s', async (screenId) => {
    const changes = { ...at(screenId), wallets: { wallets: [wallet] } }
    expect(await wordsLeftBehind(onboarding, { changes })).toEqual([])
  })

  it.each<[string, Changes, Changes?]>([
    ['no character picked', { characters: { currentCharacter: null } }],
    ['characters on their way', { characters: { characters: [], isListed: false, isLoading: true } }],
    ['characters out of reach', { characters: { characters: [], isListed: false, error: failure } }],
    ['characters tried again', { characters: { characters: [], isListed: false, isLoading: true, error: failure } }],
    ['wallets on their way', { ...at('CHOOSE_WALLET'), wallets: { isLoading: true } }],
    ['wallets out of reach', { ...at('CHOOSE_WALLET'), wallets: { error: failure } }],
    ['the web wallet in use', { ...at('CHOOSE_WALLET'), wallets: { wallets: [wallet], chosenWallet: webWalletId } }],
    ['no invitation', { ...at('CONNECT'), connection: { screen: 'onboarding/CONNECT', error: failure } }],
    ['an answer', { ...at('CONNECT'), connection: connecting('response') }],
    [
      'an invitation that is taken',
      { ...at('CONNECT'), connection: connecting('invited') },
      { connection: connecting('complete') },
    ],
    [
      'an invitation in the web wallet',
      { ...at('CONNECT'), connection: connecting('invited'), wallets: { chosenWallet: webWalletId } },
    ],
    ['a connection', { ...at('CONNECT'), connection: connecting('complete') }],
    ['an invitation declined', { ...at('CONNECT'), connection: connecting('abandoned') }],
    ['the dark theme', { preferences: { darkMode: true } }],
    ['no connection', at('ACCEPT_CREDENTIAL')],
    ['keys being made', { ...accepting, credentials: { preparing: card.name } }],
    ['an offer being sent', { ...accepting, credentials: { issuanceId: 'i1' } }],
    [
      'a credential that arrives',
      { ...accepting, credentials: issued('offer_sent') },
      { credentials: issued('credential_acked') },
    ],
    ...[20, 200].map((seconds): [string, Changes] => [
      `a queue position for ${seconds} seconds`,
      { ...accepting, credentials: issued('offer_sent'), queue: { x1: { place: 12, seconds } } },
    ]),
    ...([null, 'declined', 'expired', 'withdrawn', 'unreachable', 'wrong-code'] as const).map(
      (refusal): [string, Changes] => [
        `a credential refused: ${refusal}`,
        { ...accepting, credentials: issued('abandoned', refusal) },
      ],
    ),
    [
      'an offer in the web wallet',
      { ...accepting, credentials: issued('offer_sent'), wallets: { chosenWallet: webWalletId } },
    ],
    ...(['credential_acked', 'offer_sent'] as const).map((state): [string, Changes] => [
      `an offer without a connection: ${state}`,
      {
        ...at('ACCEPT_CREDENTIAL'),
        connection: withoutConnection('onboarding/CONNECT'),
        preferences: { protocol: 'openid4vc' },
        credentials: {
          ...issued(state),
          issuedCredentials: issued(state).issuedCredentials.map((entry) => ({
            ...entry,
            protocol: 'openid4vc' as const,
            connectionId: null,
          })),
          invitations: { x1: { link: 'openid4:1', code: 'openid4:2', txCode: '123456' } },
        },
      },
    ]),
    ['the other technology', { ...at('CHOOSE_WALLET'), preferences: { protocol: 'openid4vc' } }],
    [
      'no connection needed',
      { ...at('CONNECT'), preferences: { protocol: 'openid4vc' } },
      { connection: withoutConnection('onboarding/CONNECT') },
    ],
    [
      'no connection needed before',
      {
        ...at('CONNECT'),
        preferences: { protocol: 'openid4vc' },
        connection: withoutConnection('onboarding/CONNECT'),
      },
    ],
    ['a credential revoked', { ...accepting, credentials: issued('credential_revoked') }],
    ['a credential held', { ...accepting, credentials: { heldCredentials: [card.name] } }],
    ...(['definition', 'offer', 'deepLink'] as const).flatMap((step): [string, Changes][] => [
      [`${step} failing`, { ...accepting, credentials: { ...issued('offer_sent'), error: { step, ...failure } } }],
      [`${step} failed`, { ...accepting, credentials: { ...issued('offer_sent'), error: { step, ...lasting } } }],
      [
        `${step} tried again`,
        {
          ...accepting,
          credentials: { ...issued('offer_sent'), issuanceId: 'i1', error: { step, ...failure } },
        },
      ],
    ]),
  ])('leaves no word behind with %s', async (_, changes, then) => {
    expect(await wordsLeftBehind(onboarding, { changes, then })).toEqual([])
  })

  it('leaves no word behind on the short way, and where the wallet is open', async () => {
    history.replaceState(null, '', '?way=short')
    openWallet()
    const changes = { ...at('CHOOSE_WALLET'), wallets: { wallets: [wallet] } }
    expect(await wordsLeftBehind(onboarding, { changes })).toEqual([])
    closeWallet()
    history.replaceState(null, '', location.pathname)
  })

  it('leaves no word behind where it pauses before it goes on', async () => {
    const changes = { ...at('CONNECT'), connection: connecting('invited') }
    const { found, become } = show(onboarding, { changes })
    await become({ ...changes, connection: connecting('complete') })
    const goOn = page.getByTestId('connection-established')
    fireEvent.click(goOn.querySelector('button') ?? goOn)
    expect([...found]).toEqual([])
  })

  it('leaves no word behind on a device that may hold a wallet, and may not copy', async () => {
    phone()
    expect(
      await wordsLeftBehind(onboarding, { changes: { ...at('CONNECT'), connection: connecting('invited') } }),
    ).toEqual([])
  })

  it.each<[string, string, Changes]>([
    ['another character', 'nurse', {}],
    ['a character of a file that is gone', 'nurse', { characters: { currentCharacter: 'uploaded-baker' } }],
    ['an unknown character', 'nobody', { characters: { unknownCharacters: ['nobody'] } }],
  ])('leaves no word behind at the address of %s', async (_, slug, { characters }) => {
    const changes = {
      connection: connecting('complete'),
      characters: { characters: [character, nurse], ...characters },
    }
    const there = <OnboardingScreen slug={slug} notFound={<NotFound />} upload={null} />
    expect(await wordsLeftBehind(there, { changes })).toEqual([])
  })

  it('leaves no word behind when the picker would end the Confirmed Person flow', async () => {
    const person = { ...character, id: 'confirmed-person' }
    const changes = {
      connection: connecting('complete'),
      characters: { characters: [person], currentCharacter: person.id },
    }
    expect(await wordsLeftBehind(onboarding, { changes })).toEqual([])
  })
})

const receipts: Record<string, Receipt> = {
  p1: {
    id: 'p1',
    useCase: { slug: useCaseId, name: content('Discount') },
    verifier: content('Shop'),
    request: content('Check'),
    at: '2026-11-22T10:00:00.000Z',
    protocol: 'didcomm',
    credentials: [{ name: card.name, issuer: null, shown: [], proved: [], kept: ['photo'], nonRevoked: true }],
  },
}

describe('a use case in another language', () => {
  const playing = <UseCaseScreen character={character} slug={useCaseId} />
  const steps = character.useCases[0]?.screens ?? []
  const played = (stepCount: number) => ({ useCases: { currentUseCase: useCaseId }, section: { stepCount } })
  const proving = (changes: Parameters<typeof proofRecord>[1]) => {
    const { presentation_exchange_id: id, state, verified, refusal, presentation } = proofRecord('p1', changes)
    return { ...played(4), proof: { id, state, verified, refusal, presentation } }
  }
  const inCode = { proofUrl: 'https://example.org/?oob=2', shortUrl: 'https://example.org/i/2' }
  const value = { raw: content('Amina') }
  const presentation = {
    requested_proof: {
      revealed_attr_groups: { [card.name]: { values: { first_name: value } } },
      revealed_attrs: { [content('Name')]: value },
    },
  } as never

  it('leaves no word behind where an amount changes', async () => {
    const told = { rows: [], title: content('Basket'), subject: content('Price'), verifier: content('Shop') }
    const [asked, accepted] = ['200', '150'].map((value) => ({ value, text: content('Naira') }))
    const scene = <VerifierScene scene={{ ...told, asked, accepted } as Scene} state="accepted" />
    expect(await wordsLeftBehind(scene)).toEqual([])
  })

  it('plays a screen of every kind, and one of none', () => {
    const kinds = steps.map((step) => parseUseCaseScreen(step).kind)
    expect(kinds.toSorted()).toEqual([...Object.keys(useCaseKinds), 'UNKNOWN'].toSorted())
  })

  it.each(steps.map(({ screenId }, index) => [screenId, index] as const))(
    'leaves no word behind at %s',
    async (_, index) => expect(await wordsLeftBehind(playing, { changes: played(index) })).toEqual([]),
  )

  it.each<[string, Changes, Changes?]>([
    [
      'an invitation that is taken',
      { ...played(2), connection: connection(`uc/${useCaseId}/CONNECTION`, 'invited') },
      { connection: connection(`uc/${useCaseId}/CONNECTION`, 'complete') },
    ],
    ['a connection', { ...played(2), connection: connection(`uc/${useCaseId}/CONNECTION`, 'complete') }],
    ['a request on its way', { ...played(4), proof: { isLoading: true } }],
    ['no request', { ...played(4), proof: { error: failure } }],
    ['a request', proving({ state: 'request_sent' })],
    ['a request by OpenID4VC', { ...proving({ state: 'request_sent' }), preferences: { protocol: 'openid4vc' } }],
    ['a request in a code', { ...played(5), proof: { ...proving({ state: 'request_sent' }).proof, ...inCode } }],
    ...unreadableParts.map((refusal): [string, Changes] => [
      `an answer that cannot be read: ${refusal}`,
      proving({ state: 'request_sent', refusal }),
    ]),
    ['an answer in the queue', { ...proving({ state: 'request_sent' }), queue: { p1: { place: 12, seconds: 20 } } }],
    ['an answer', proving({ state: 'presentation_received' })],
    ['a proof', proving({ state: 'done', verified: true, presentation })],
    [
      'a proof shown again',
      {
        ...played(4),
        proof: {
          ...proving({ state: 'verified', verified: true }).proof,
          isShownAgain: true,
          presentation: null,
        },
      },
    ],
    ['an expired request', proving({ state: 'expired' })],
    [
      'a new credential in place of a revoked one',
      { ...proving({ state: 'abandoned', refusal: 'revoked' }), credentials: issued('credential_revoked') },
      { credentials: issued('credential_acked') },
    ],
    [
      'two cards that are not alike',
      { ...played(4), proof: { ...proving({ state: 'verified', refusal: 'not-verifiable' }).proof, isUnlike: true } },
    ],
    ...[null, ...refusalReasons].map((refusal): [string, Changes] => [
      `a proof refused: ${refusal}`,
      proving({ state: 'abandoned', refusal }),
    ]),
  ])('leaves no word behind with %s', async (_, changes, then) => {
    expect(await wordsLeftBehind(playing, { changes, then })).toEqual([])
  })

  it('leaves no word behind on a device that may hold a wallet', async () => {
    phone()
    const proof = { ...proving({ state: 'request_sent' }).proof, ...inCode }
    expect(await wordsLeftBehind(playing, { changes: { ...played(5), proof } })).toEqual([])
  })

  it.each([
    ['asks for nothing', caseOf('tour', { ...screen('START'), verifier }, screen('END')), 0],
    [
      'is about a refusal',
      caseOf(
        'fare',
        { ...proofOf(), requestOptions: { ...proofOf().requestOptions, expectRefusal: true } },
        screen('END'),
      ),
      1,
    ],
  ])('leaves no word behind where it %s', async (_, other, stepCount) => {
    const playingOther = { ...character, useCases: [other] }
    const changes = {
      characters: { characters: [playingOther] },
      useCases: { currentUseCase: other.id },
      section: { stepCount },
    }
    expect(await wordsLeftBehind(<UseCaseScreen character={playingOther} slug={other.id} />, { changes })).toEqual([])
  })

  it.each([
    ['declined', 'abandoned'],
    ['predicate-not-met', 'abandoned'],
    [null, 'request_sent'],
  ] as const)('leaves no word behind where a refusal is the point: %s', async (refusal, state) => {
    const requestOptions = { ...proofOf().requestOptions, expectRefusal: true }
    const other = caseOf('fare', { ...proofOf(), requestOptions }, screen('END'))
    const playingOther = { ...character, useCases: [other] }
    const changes = {
      ...proving({ state, refusal }),
      characters: { characters: [playingOther] },
      useCases: { currentUseCase: other.id },
      section: { stepCount: 0 },
    }
    expect(await wordsLeftBehind(<UseCaseScreen character={playingOther} slug={other.id} />, { changes })).toEqual([])
  })

  it('leaves no word behind at the end of the short way', async () => {
    history.replaceState(null, '', '?way=short')
    const stepCount = steps.findIndex(({ screenId }) => screenId.startsWith('END'))
    const changes = { ...played(stepCount), useCases: { currentUseCase: useCaseId, receipts } }
    expect(await wordsLeftBehind(playing, { changes })).toEqual([])
    history.replaceState(null, '', location.pathname)
  })

  it('leaves no word behind where it begins with a revoked credential', async () => {
    const asked = {
      ...proofOf(card.name).requestOptions,
      requestedCredentials: [{ name: card.name, nonRevoked: true }],
    }
    const other = caseOf(
      'anyway',
      { ...screen('START'), verifier },
      { ...proofOf(), requestOptions: asked },
      screen('END'),
    )
    const playingOther = { ...character, useCases: [other] }
    const changes = {
      characters: { characters: [playingOther] },
      credentials: issued('credential_revoked'),
      useCases: { currentUseCase: other.id },
      section: { stepCount: 0 },
    }
    const { found } = show(<UseCaseScreen character={playingOther} slug={other.id} />, { changes })
    await later()
    expect(page.getByTestId('step-state').textContent).not.toBe('')
    expect([...found]).toEqual([])
  })

  it('leaves no word behind where it has not begun, is locked, revoked or unknown', async () => {
    const locked = { ...character, useCases: [caseOf('exam', proofOf(card.name))] }
    const changes = { characters: { characters: [locked] } }
    expect(await wordsLeftBehind(playing)).toEqual([])
    expect(await wordsLeftBehind(<UseCaseScreen character={locked} slug="exam" />, { changes })).toEqual([])
    const revoked = { ...changes, credentials: issued('credential_revoked') }
    expect(await wordsLeftBehind(<UseCaseScreen character={locked} slug="exam" />, { changes: revoked })).toEqual([])
    expect(await wordsLeftBehind(<UseCaseScreen character={character} slug="none" />)).toEqual([])
  })
})

describe('the dashboard in another language', () => {
  const dashboard = <DashboardScreen character={character} />
  const revokableCredentials = [{ name: card.name, revocationRegId: 'r', connectionId: 'c1', credRevocationId: '1' }]
  const revocable = { ...issued('credential_acked'), revokableCredentials }

  const revoked = { credentials: { ...issued('credential_revoked'), revokableCredentials } }
  const completed = { preferences: { completedUseCaseSlugs: [useCaseId] }, credentials: revocable }
  const further = character.useCases.map((useCase) => ({ ...useCase, id: 'further' }))
  const busier = { ...character, useCases: [...character.useCases, ...further] }

  it.each<[string, Changes, Changes?]>([
    ['empty', {}],
    ['open', { credentials: revocable }],
    ['revoked', revoked],
    ['as it was before something was revoked', revoked, { credentials: revocable }],
    ['not revoked for now', { credentials: { ...revocable, revocationError: { name: card.name, ...failure } } }],
    ['not revoked', { credentials: { ...revocable, revocationError: { name: card.name, ...lasting } } }],
    ['completed', completed],
    ['completed in part', { ...completed, characters: { characters: [busier] } }],
    [
      'completed with all there is to see',
      { ...completed, preferences: { ...completed.preferences, revokedSeenRefused: true } },
    ],
    ['left in the middle', { positions: { bySlug: { [useCaseId]: { stepCount: 2, proofId: null } } } }],
  ])('leaves no word behind when it is %s', async (_, changes, then) => {
    expect(await wordsLeftBehind(dashboard, { changes, then })).toEqual([])
  })

  it.each([
    ['a', () => Promise.resolve(new Blob())],
    ['no', () => Promise.reject(new Error('none'))],
  ])('leaves no word behind where the day is summed up, and %s picture can be made of it', async (_, draw) => {
    vi.mocked(drawDay).mockImplementation(draw)
    vi.mocked(keepPicture).mockResolvedValue('saved')
    const { found } = show(dashboard, { changes: { ...completed, useCases: { receipts } } })
    await later()
    const [sum] = page.getAllByTestId('day-sum')
    await act(async () => fireEvent.click(sum?.querySelector('button') ?? document))
    await later()
    expect([...found]).toEqual([])
  })

  it.each([
    ['completed', 'another'],
    ['left', useCaseId],
  ])('leaves no word behind where a use case was just %s', async (how, slug) => {
    const arriving = (
      <>
        <Navigate to="." state={{ [how]: slug }} />
        {dashboard}
      </>
    )
    expect(await wordsLeftBehind(arriving, { changes: { credentials: revocable } })).toEqual([])
  })

  it('leaves no word behind while something is revoked', async () => {
    const { found, become } = show(dashboard, { changes: { credentials: revocable } })
    const pressLast = async () => {
      const [last] = page.getAllByRole('button', { name: /^ŘÉṼÖĶÉ/ }).slice(-1)
      await act(async () => fireEvent.click(last ?? document))
    }
    await pressLast()
    await pressLast()
    await become({ credentials: { ...revocable, isLoading: true } })
    await later()
    await become({ credentials: { ...issued('credential_revoked'), revokableCredentials } })
    await later()
    expect([...found]).toEqual([])
  })

  const pass = { ...card, name: 'library_pass', label: content('Library pass') }
  const ofUseCase = { ...card, name: 'tenancy', label: content('Tenancy') }
  const unissued = {
    ...proofOf(),
    requestOptions: {
      ...proofOf().requestOptions,
      requestedCredentials: [{ name: content('Diploma'), properties: [content('Grade')] }],
    },
  }
  const locked = {
    ...character,
    useCases: [
      caseOf('exam', proofOf(card.name)),
      caseOf('reading', proofOf(pass.name)),
      caseOf('move', proofOf(ofUseCase.name)),
      caseOf('study', unissued),
      caseOf('rent', { ...screen('CREDENTIAL'), credentials: [ofUseCase] }),
    ],
    onboarding: [{ ...screen('ACCEPT_CREDENTIAL'), credentials: [pass] }, ...character.onboarding],
  }
  const revokedAs = (name: string) => ({
    ...issued('credential_revoked'),
    issuedCredentials: issued('credential_revoked').issuedCredentials.map((one) => ({ ...one, name })),
    revokableCredentials,
  })

  it.each<[string, Changes]>([
    ['missing', {}],
    ['revoked', { credentials: revokedAs(card.name) }],
    ['revoked by nobody in particular', { credentials: revokedAs(pass.name) }],
  ])('leaves no word behind when what it needs is %s', async (_, { credentials }) => {
    const changes = { credentials, characters: { characters: [locked] } }
    expect(await wordsLeftBehind(<DashboardScreen character={locked} />, { changes })).toEqual([])
  })

  it('leaves no word behind when what it needs is of another technology', async () => {
    const together = proofOf(card.name)
    const [first] = together.requestOptions.requestedCredentials
    const asked = [first, { ...first, name: pass.name }].flatMap((each) => each ?? [])
    const requestOptions = { ...together.requestOptions, requestedCredentials: asked }
    const mixed = { ...locked, useCases: [caseOf('exam', { ...together, requestOptions })] }
    const [one] = issued('credential_acked').issuedCredentials
    const issuedCredentials = one
      ? [one, { ...one, id: 'x2', name: pass.name, protocol: 'openid4vc' as const, connectionId: null }]
      : []
    const changes = { credentials: { issuedCredentials }, characters: { characters: [mixed] } }
    expect(await wordsLeftBehind(<DashboardScreen character={mixed} />, { changes })).toEqual([])
    expect(await wordsLeftBehind(<UseCaseScreen character={mixed} slug="exam" />, { changes })).toEqual([])
  })

  it('leaves no word behind when nobody is named who could revoke', async () => {
    const nameless = {
      ...character,
      onboarding: [{ ...screen('ACCEPT_CREDENTIAL'), credentials: [card] }],
      useCases: [],
    }
    const changes = { credentials: revocable, characters: { characters: [nameless] } }
    expect(await wordsLeftBehind(<DashboardScreen character={nameless} />, { changes })).toEqual([])
  })
})

describe('the rest of the demo in another language', () => {
  const gate = (
    <VisitGate key="gate" upload={null}>
      {() => null}
    </VisitGate>
  )
  const visit = { onboarding: { isCompleted: true } }

  it.each<[string, Changes['characters']]>([
    ['a character', { currentCharacter: null }],
    ['the character yet', { characters: [], isListed: false, isLoading: true }],
    ['the character’s file', { currentCharacter: 'uploaded-baker' }],
  ])('leaves no word behind without %s', async (_, characters) => {
    expect(await wordsLeftBehind(gate, { changes: { ...visit, characters } })).toEqual([])
  })

  it.each([
    ['while it loads', <Opening key="opening" />],
    ['where nothing is', <NotFound key="none" />],
    ['where a picture is not drawn', <ValueList key="value" values={[svgPortrait]} />],
    ['where a part is missing', <PartNotFetched key="part" />],
    ['beside the screens', [<SkipLink key="skip" />, <PageThemeToggle key="theme" />]],
    ['after the data were cleared', <ServerResetDialog key="reset" />],
    ['where nothing is stored', <NotKeptNotice key="keeping" />],
  ])('leaves no word behind %s', async (_, shown) => {
    const preferences = { connectionDate: '2026-01-01T00:00:00Z', lastServerReset: '2026-02-01T00:00:00Z' }
    const changes = { ...visit, preferences, keeping: { isKept: false } }
    expect(await wordsLeftBehind(shown, { changes })).toEqual([])
  })

  it.each<[string, Changes['characters']]>([
    ['left', { endedElsewhere: 'left' }],
    ['switched', { endedElsewhere: 'switched' }],
    ['switched to an unknown character', { endedElsewhere: 'switched', currentCharacter: 'nobody' }],
  ])('leaves no word behind where another tab has %s', async (_, characters) => {
    expect(await wordsLeftBehind(<EndedElsewhereDialog />, { changes: { ...visit, characters } })).toEqual([])
  })

  it('leaves no word behind where the browser keeps nothing', async () => {
    expect(await wordsLeftBehind(<NotKeptNotice />, { changes: { keeping: { isKept: false } } })).toEqual([])
  })

  it('leaves no word behind before the demo is left', () => {
    const { found } = show(<AskBeforeLeaving />, { changes: { characters: { currentCharacter: 'nurse' } } })
    history.replaceState(null, '')
    act(() => void dispatchEvent(new PopStateEvent('popstate')))
    expect(page.getByRole('alertdialog')).toBeTruthy()
    expect([...found]).toEqual([])
  })

  it('leaves no word behind while a screen is fetched', async () => {
    const { pathname } = location
    history.replaceState(null, '', '/uc/fetched')
    const { found } = show(<ScreenOnItsWay />)
    await expect.poll(() => page.getByRole('status').textContent).not.toBe('')
    history.replaceState(null, '', pathname)
    expect([...found]).toEqual([])
  })

  it.each([
    ['a card is', 1],
    ['two cards of a kind are', 2],
  ])('leaves no word behind when %s taken out of the wallet', async (_, count) => {
    const name = content('Student Card')
    const onboarding = character.onboarding.map((screen) => ({ ...screen, credentials: [{ ...card, name }] }))
    const credentials = Array(count).fill({ ...held, kind: { ...held.kind, name } })
    walletIs({ status: 'open', snapshot: { ...nothing, credentials }, isKept: true, isLocked: false }, {})
    const { found } = show(<TakeOutOffer isWanted={false} failure={undefined} onChange={() => {}} />, {
      changes: { characters: { characters: [{ ...character, onboarding }] } },
    })
    await act(async () => undefined)
    expect(page.getByRole('checkbox')).toBeTruthy()
    expect([...found]).toEqual([])
  })

  it('leaves no word behind when a screen breaks', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const Breaking = () => {
      throw new Error('This screen breaks.')
    }
    const broken = (
      <ScreenErrors>
        <Breaking />
      </ScreenErrors>
    )
    expect(await wordsLeftBehind(broken)).toEqual([])
  })

  it('leaves no word behind in titles, and in what is said of the live link', () => {
    expect(screens.map(({ name }) => screenTitle(name)).filter(isStray)).toEqual([])
    const { error } = socketReducer(undefined, socketStatusChanged({ status: 'error', message: content('Offline') }))
    expect([error].filter((text) => isStray(text ?? 'none'))).toEqual([])
  })
})

it.each(['unread', 'suspended'] as const)('leaves no word behind on a card that is %s', async (state) => {
  expect(await wordsLeftBehind(<CredentialCard name={content('Card')} state={state} />)).toEqual([])
})

it('has said every message of these rooms, but one', () => {
  expect(
    unsaid(
      'onboarding',
      'use-case-player',
      'dashboard',
      'visit-gate',
      'visit',
      'use-cases',
      'connecting',
      'queue',
      'issuing',
      'proving',
      'screens',
      'not-found',
      'ui',
    ),
    // The side rooms cover a code that fails to load.
  ).toEqual(['ui: codeMissing'])
})
