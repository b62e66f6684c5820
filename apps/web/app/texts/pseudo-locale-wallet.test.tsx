// @vitest-environment happy-dom
import { brand, visitorsNote } from '@lastmile/contracts/site'
import type { HeldCredential, HistoryEntry, Missing, Offer, Party, ProofRequest, Snapshot } from '@lastmile/holder'
import { act, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WalletScreen } from '../features/web-wallet/wallet-screen.tsx'
import type { CameraProblem } from '../ui/camera.ts'
import { scan } from '../wallet/scanning/scan.ts'
import { HistoryList } from '../wallet/views/history-list.tsx'
import { OpenWallet } from '../wallet/views/open-wallet.tsx'
import { OpenWalletButton } from '../wallet/views/open-wallet-button.tsx'
import { WalletDock } from '../wallet/views/wallet-dock.tsx'
import { WalletPanel } from '../wallet/views/wallet-panel.tsx'
import { WalletSettings } from '../wallet/views/wallet-settings.tsx'
import { WalletToggle } from '../wallet/views/wallet-toggle.tsx'
import { VisitPlace } from '../wallet/visit-place.ts'
import { nothing } from '../wallet/wallet.fixture.ts'
import { walletClient } from '../wallet/wallet-client.ts'
import failures from '../wallet/wallet-failures.en.json'
import { closeWallet, openWallet } from '../wallet/wallet-visibility.ts'
import { walletBecomes, walletIs, walletReturns } from '../wallet/wallet-worker.fixture.ts'
import type { Answer, WalletFailure, WalletState } from '../wallet/worker/messages.ts'
import { content, unsaid } from './pseudo.fixture.ts'
import { clearStage, later, show, wordsLeftBehind } from './stage.fixture.tsx'

vi.mock('./texts.tsx', async (original) => (await import('./pseudo.fixture.ts')).pseudoTexts(original))
vi.mock('@lastmile/contracts/site', async (original) => (await import('./pseudo.fixture.ts')).pseudoSite(original))
vi.mock('../wallet/scanning/scan.ts', { spy: true })
// Issuers write the attribute names.
vi.mock('@lastmile/journey', async (original) => ({
  ...(await original<typeof import('@lastmile/journey')>()),
  attributeLabel: (await import('./pseudo.fixture.ts')).content,
}))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('PublicKeyCredential', FakePasskey)
})
afterEach(() => {
  closeWallet()
  clearStage()
})

class FakePasskey {
  static answers = true
  static getClientCapabilities = async () => ({ 'extension:prf': true })
  rawId = new ArrayBuffer(16)
  getClientExtensionResults = () => ({ prf: { enabled: FakePasskey.answers, results: { first: new ArrayBuffer(32) } } })
}

const did = 'did:webvh:1:2'
const site: Party = { label: content('College'), host: location.host, did: content(did) }
const parties: Party[] = [
  site,
  { label: content('College'), host: location.host },
  { label: content('Stranger'), host: content('far.example'), did: content(did) },
  { label: content('Anybody') },
  { ...site, label: brand, picture: '/brand.svg' },
  { label: '' },
]
const kind = { name: content('Card'), definitionId: '2', issuer: content(did) }
const at = Date.UTC(2026, 10, 20)
const attributes = [
  { name: 'date', value: '20281123' },
  { name: 'level', value: '2' },
  { name: 'name', value: content('Amina') },
  { name: 'photo', value: 'data:image/png;base64,AAAA' },
]
const held: HeldCredential = {
  id: 'a',
  format: 'anoncreds',
  kind,
  from: site,
  receivedAt: at,
  attributes,
  revocable: true,
}
const credentials: HeldCredential[] = [
  held,
  { ...held, id: 'b', revokedAt: at, registrySize: 1 },
  ...[0, 9].map((unlinkable) => ({ ...held, id: `s${unlinkable}`, format: 'sd-jwt' as const, unlinkable })),
  ...(['unread', 'suspended'] as const).map((doubt) => ({
    ...{ ...held, id: doubt, format: 'sd-jwt' as const, doubt },
    kind: { ...kind, issuer: location.origin },
    stated: { issuedAt: at, validFrom: at, expiresAt: at, status: 7 },
  })),
  { ...held, id: 'c', revocable: false, kind: { ...kind, name: undefined } as never },
]
const offer: Offer = { id: 'o', connectionId: 'p', from: site, state: 'offered', receivedAt: at, kind, attributes }
const offers: Offer[] = [
  ...parties.map((from, index) => ({ ...offer, id: `o${index}`, from })),
  {
    ...offer,
    id: 'n',
    attributes: [],
    names: [{ name: 'date' }, { name: 'level', label: content('Level') }, { name: 'age_equal_or_over › 18' }],
    code: { length: 6, isNumeric: true },
  },
  { ...offer, id: 'v', from: { ...site, note: visitorsNote } },
  { ...offer, id: 'y', state: 'accepted', isDeferred: true },
  { ...offer, id: 'x', state: 'accepted', kind: { ...kind, name: undefined } as never },
]
const item = {
  referent: 'r',
  requirement: 0,
  names: ['name'],
  unrevoked: false,
  fitting: ['a'],
  confirms: [],
  mayBeSaid: false,
}
const request: ProofRequest = {
  id: 'q',
  from: site,
  state: 'asked',
  receivedAt: at,
  name: content('Check'),
  items: [item],
  possible: true,
}
const conditions = (['>=', '>', '<=', '<'] as const).flatMap((operator) => [
  { name: 'date', operator, bound: 20261123 },
  { name: 'level', operator, bound: 2 },
])
const wanted = [
  { name: content('Card'), issuer: content(did) },
  { name: content('Other'), issuer: content('did:other') },
]
const about = { credentialId: 'a' }
const adult = {
  operator: '<=',
  bound: Number(`${new Date().getUTCFullYear() - 18}${new Date().toISOString().slice(5, 10).replace('-', '')}`),
} as const

const missing: Missing[] = [
  { reason: 'missing-credential', wanted },
  { reason: 'missing-credential', wanted: [] },
  { reason: 'wrong-issuer', ...about, wanted },
  { reason: 'missing-claim', ...about, names: ['date'] },
  { reason: 'revoked', ...about },
  { reason: 'expired', ...about, attribute: 'date' },
  { reason: 'false-predicate', ...about, attribute: 'level', condition: { operator: '>=', bound: 5 } },
  { reason: 'false-predicate', ...about, attribute: 'birth_date', condition: adult },
]
const requests: ProofRequest[] = [
  {
    ...request,
    items: [
      { ...item, fitting: ['a', 'b'], unrevoked: true },
      ...conditions.map(({ name, ...condition }, index) => ({
        ...item,
        referent: `${index}`,
        names: [name],
        condition,
      })),
    ],
  },
  { ...request, id: 'q2', state: 'answered' },
  { ...request, id: 'qu', state: 'answered', isUnsent: true },
  { ...request, id: 'qs', items: [{ ...item, fitting: ['s0'] }] },
  {
    ...request,
    id: 'qu',
    items: [
      {
        ...{ ...item, fitting: ['unread'] },
        unmet: [undefined, { operator: '>=' as const, bound: 5 }].map((condition) => ({
          ...{ credentialId: 'unread', attribute: 'level', condition },
        })),
      },
    ],
  },
  {
    ...request,
    id: 'q5',
    items: [
      {
        ...item,
        names: ['level'],
        fitting: ['b'],
        confirms: [
          { credentialId: 'b', name: 'name', what: 'value' },
          { credentialId: 'b', name: 'date', what: 'presence' },
          { credentialId: 'b', name: 'photo', what: 'value' },
        ],
      },
    ],
  },
  { ...request, id: 'q3', items: [{ ...item, fitting: [], mayBeSaid: true }] },
  { ...request, id: 'q9', items: [item, { ...item, referent: 's', requirement: 1, fitting: ['c'] }] },
  {
    ...request,
    id: 'q4',
    possible: false,
    items: missing.map((why, index) => ({ ...item, referent: `${index}`, fitting: [], missing: why })),
  },
  { ...request, id: 'q7', possible: false, items: [{ ...item, fitting: [], missing: missing[0] }] },
]
const happened: HistoryEntry['what'][] = [
  'connected',
  'received',
  'offer-declined',
  'offer-withdrawn',
  'offer-failed',
  'shared',
  'request-declined',
  'request-withdrawn',
  'accepted',
  'not-accepted',
  'revoked',
  'removed',
]
const whys = [
  'wrong-clock',
  'not-valid-now',
  'too-large',
  'unreadable',
  'unknown-wallet',
  'denied',
  'refused',
  'late',
  'given-up',
] as const
const withReasons: HistoryEntry[] = [
  ...whys.map((why) => ({ what: 'offer-failed' as const, why })),
  ...(['late', 'given-up'] as const).map((why) => ({ what: 'not-sent' as const, why })),
].map((came) => ({ id: `${came.what} ${came.why}`, at, with: site, about: 'p', name: content('Card'), ...came }))
const history: HistoryEntry[] = [...happened, ...happened].map((what, index) => ({
  id: `${index}`,
  at,
  what,
  with: site,
  about: 'p',
  name: index < happened.length ? content('Card') : undefined,
  shown: ['name'],
  confirmed: ['name'],
  proved: conditions,
  ...(what === 'shared' && index >= happened.length && { visible: ['level'], unread: [content('Card')] }),
}))
const justShared = ({ id }: ProofRequest): HistoryEntry[] => [
  { id: 's', at: Date.now(), what: 'shared', with: site, about: id },
]
const connection = { id: 'p', with: site, since: at }

type Open = Extract<WalletState, { status: 'open' }>
const open = (changes: Partial<Snapshot> = {}, more: Partial<Open> = {}): WalletState => ({
  status: 'open',
  snapshot: { ...nothing, ...changes },
  isKept: true,
  isLocked: false,
  ...more,
})

const codes = [...Object.keys(failures), 'not-loaded', 'failed'] as WalletFailure[]

describe('the wallet in another language', () => {
  it.each<[string, WalletState, Answer?]>([
    ['opening', { status: 'opening' }],
    ['open elsewhere', { status: 'elsewhere' }],
    ['empty', open()],
    ['out of reach', open({ network: 'offline', waiting: 2 })],
    ['out of reach of one', open({ network: 'connecting', unreachable: [site] })],
    ['connecting', open({ network: 'connecting', connections: [{ ...connection, state: 'connecting' }] })],
    ['given up', open({ connections: [{ ...connection, state: 'abandoned' }] })],
    ['connected', open({ connections: [{ ...connection, state: 'connected' }], history: history.slice(0, 1) })],
    ...offers.map((each): [string, WalletState] => [`offered ${each.id}`, open({ offers: [each] })]),
    ...requests.map((each, index): [string, WalletState] => [
      `asked, request ${index}`,
      open({ requests: [each], credentials, history: justShared(each) }),
    ]),
    ['asked while something is on its way', open({ offers: offers.slice(-1), requests: [{ ...request, id: 'q8' }] })],
    ['asked, and fails', open({ requests, credentials, offers }), { failure: 'failed' }],
    ['full', open({ credentials, history })],
    ['full, and does what it is asked', open({ credentials, history }), {}],
    ['not kept', open({}, { isKept: false })],
    ['open, with what cannot be read', open({ unreadable: 2 }), { failure: 'failed' }],
    ['locked by a passkey next time', open({}, { isLocked: true }), {}],
    ['locked', { status: 'locked', lock: { credentialId: new Uint8Array(1), input: new Uint8Array(1) } }, {}],
    ...codes.map((failure): [string, WalletState] => [`stopped by ${failure}`, { status: 'failed', failure }]),
  ])('leaves no word behind when it is %s', async (_, state, answer) => {
    walletIs(state, answer)
    expect(await wordsLeftBehind(<WalletPanel />)).toEqual([])
  })

  it.each([true, false])('leaves no word behind in its drawers', async (isLocked) => {
    walletIs(open(), {})
    for (const shown of [history, withReasons])
      expect(await wordsLeftBehind(<HistoryList history={shown} />)).toEqual([])
    const byEarlierVersion = history.flatMap(({ visible: _, ...entry }) =>
      entry.what === 'shared' ? [{ ...entry, with: { ...site, isDirect: true } }] : [],
    )
    expect(await wordsLeftBehind(<HistoryList history={byEarlierVersion} />)).toEqual([])
    const held = isLocked ? nothing : { ...nothing, credentials: credentials.slice(0, 2), history }
    expect(await wordsLeftBehind(<WalletSettings snapshot={held} isKept isLocked={isLocked} />)).toEqual([])
  })

  it('leaves no word behind while an issuer makes its keys', async () => {
    const waiting = { step: '', wait: content('Card') }
    const wallet = <OpenWallet snapshot={nothing} isKept isLocked={false} />
    expect(await wordsLeftBehind(<VisitPlace value={waiting}>{wallet}</VisitPlace>)).toEqual([])
  })

  it('leaves no word behind when something comes in', async () => {
    walletIs(open())
    const { found } = show(<WalletPanel onBack={() => undefined} />)
    await act(async () => walletBecomes(open({ offers: offers.slice(-1) })))
    fireEvent.click(page.getByTestId('wallet').querySelector('section button') ?? document)
    await later()
    await act(async () => walletBecomes(open({ requests: [request] })))
    for (const outcome of ['accepted', 'not-accepted']) {
      const came = history.filter(({ what }) => what === outcome).map((entry) => ({ ...entry, about: request.id }))
      await act(async () => walletBecomes(open({ history: came })))
      await act(async () => walletBecomes(open({ requests: [request] })))
    }
    await act(async () => walletBecomes(open({ history: justShared(request) })))
    await act(async () => walletReturns('https://192.0.2.1/'))
    for (const snapshot of [
      { offers: offers.slice(-1) },
      { requests },
      { requests: [{ ...request, id: 'untitled', name: '' }] },
      { credentials: credentials.slice(2) },
    ]) {
      await act(async () => walletBecomes(open(snapshot)))
    }
    expect([...found]).toEqual([])
  })

  it('leaves no word behind about an invitation', async () => {
    walletIs(open(), { failure: 'not-an-invitation' })
    const { found } = show(<WalletPanel link={content('http://far.example')} />)
    await act(async () => void walletClient.receive(content('link')))
    await later()
    walletIs(open())
    await act(async () => void walletClient.receive(content('link')))
    await later()
    await act(async () => void walletClient.handOver({ link: content('another'), partner: content('Shop') }))
    await later()
    expect(page.getByTestId('wallet-question').textContent).not.toBe('')
    await act(async () => void walletClient.handOver({ link: content('third'), partner: brand }))
    await later()
    await act(async () => walletClient.agree(content('third')))
    const news: HistoryEntry = { id: 'n', at: Date.now(), what: 'connected', with: site, about: 'p' }
    await act(async () =>
      walletBecomes(open({ connections: [{ ...connection, state: 'connected' }], history: [news] })),
    )
    expect([...found]).toEqual([])
  })

  it('leaves no word behind on its page, beside the demo, and on the button that opens it', async () => {
    walletIs(open())
    expect(await wordsLeftBehind(<OpenWalletButton onPass={() => openWallet()} />)).toEqual([])
    const nobody = { characters: { currentCharacter: null } }
    for (const changes of [{}, nobody]) expect(await wordsLeftBehind(<WalletScreen />, { changes })).toEqual([])
    for (const matches of [false, true]) {
      openWallet()
      vi.stubGlobal('matchMedia', () => ({ matches }))
      expect(await wordsLeftBehind(<WalletDock>{null}</WalletDock>)).toEqual([])
    }
  })

  const file = new Blob(['{}'])

  /** Opens one of the wallet's settings and fills in its form. */
  async function opens(setting: number, answer: Answer) {
    walletIs(open({ history }), answer)
    const { found } = show(<WalletPanel />)
    await later()
    fireEvent.click([...document.querySelectorAll('[aria-expanded]')].at(-1) ?? document)
    fireEvent.click(document.querySelectorAll('[aria-labelledby="wallet-settings"] button')[setting] ?? document)
    const form = document.querySelector('dialog form') ?? document
    const fill = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) {
        fireEvent.change(form.querySelector(`[name=${name}]`) ?? document, { target: { value } })
      }
      fireEvent.submit(form)
      await later()
    }
    return { found, form, fill }
  }

  it.each<[string, Answer]>([
    ['works', { file }],
    ['fails', { failure: 'failed' }],
  ])('leaves no word behind while it is saved, which %s', async (_, answer) => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => '#', revokeObjectURL: () => {} }))
    const { found, fill } = await opens(0, answer)
    await fill({ password: 'x' })
    await fill({ password: 'x'.repeat(12), again: 'y' })
    await fill({ password: 'x'.repeat(12), again: 'x'.repeat(12) })
    expect([...found]).toEqual([])
  })

  it('leaves no word behind while one is opened from a file', async () => {
    const { found, form, fill } = await opens(1, {})
    const files = [new File(['{}'], content('file'))]
    Object.defineProperty(form.querySelector('[name=file]'), 'files', { value: files })
    await fill({ password: 'x' })
    expect([...found]).toEqual([])
  })

  it.each<[string, CameraProblem | undefined]>([
    ['looks', undefined],
    ...(['denied', 'none', 'busy', 'failed'] as const).map((failure): [string, CameraProblem] => [
      `ends by ${failure}`,
      failure,
    ]),
  ])('leaves no word behind while a camera %s', async (_, failure) => {
    vi.mocked(scan).mockImplementation(async (_video, onText) => {
      if (!failure) onText(content('other'))
      return failure
    })
    walletIs(open())
    expect(await wordsLeftBehind(<WalletPanel />)).toEqual([])
  })

  it.each<[string, boolean, Answer]>([
    ['locks', true, {}],
    ['is unsuited', false, {}],
  ])('leaves no word behind where a passkey %s', async (_, answers, answer) => {
    FakePasskey.answers = answers
    vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ create: async () => new FakePasskey() } as never)
    walletIs(open(), answer)
    expect(await wordsLeftBehind(<WalletSettings snapshot={nothing} isKept isLocked={false} />)).toEqual([])
  })
})

it('leaves no word behind where a revoked credential is shown all the same', async () => {
  const revoked: ProofRequest = {
    ...request,
    id: 'q6',
    possible: false,
    items: [{ ...item, fitting: [], missing: { reason: 'revoked', credentialId: credentials[0]?.id ?? '' } }],
  }
  walletIs(open({ requests: [revoked], credentials }))
  const { found } = show(<WalletPanel />)
  await later()
  fireEvent.click(document.querySelector('[data-testid=wallet-request] button') ?? document)
  expect([...found]).toEqual([])
})

it('leaves no word behind in the header of the demo', async () => {
  expect(await wordsLeftBehind(<WalletToggle />)).toEqual([])
})

it('has said every message of the wallet', () => {
  expect(unsaid('wallet', 'wallet-frame', 'wallet-failures')).toEqual([])
})
