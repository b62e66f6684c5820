// @vitest-environment happy-dom
import { verifierChecks } from '@lastmile/contracts/verifier-checks'
import type { Comparison } from '@lastmile/lab/comparison'
import type { Verdict } from '@lastmile/lab/exchanges'
import { act, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AttemptResult } from '../features/lab/cheat/attempt-result.tsx'
import { notCaught } from '../features/lab/cheat/attempts.ts'
import { LabScreen } from '../features/lab/lab-screen.tsx'
import type { LabAnswer, LabCall } from '../features/lab/worker/lab-worker.ts'
import { content, unsaid } from './pseudo.fixture.ts'
import { clearStage, later, show, wordsLeftBehind } from './stage.fixture.tsx'

vi.mock('./texts.tsx', async (original) => (await import('./pseudo.fixture.ts')).pseudoTexts(original))
vi.mock('@lastmile/contracts/site', async (original) => (await import('./pseudo.fixture.ts')).pseudoSite(original))

/** A lab whose worker answers as told. */
class TestWorker {
  static answer: (call: LabCall) => object
  onmessage: ((event: { data: LabAnswer }) => void) | undefined
  postMessage(call: LabCall) {
    queueMicrotask(() => this.onmessage?.({ data: { id: call.id, ...TestWorker.answer(call) } as LabAnswer }))
  }
  terminate() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', TestWorker)
})
afterEach(clearStage)

const verdict = (proof: Partial<Verdict['proof']>): Verdict =>
  ({ asked: {}, sent: { presentation: 'α~β', receivedAt: 0 }, proof: { verified: false, ...proof } }) as never

const record = { presentation: 'α~β', receivedAt: 0 }
const kinds = ['value', 'proof', 'key', 'signature', 'status', 'time', 'definition', 'registry', 'request'] as const
const matches = [...kinds, 'issuer' as const].map((kind) => ({ kind, name: 'x', weight: 1 }))
const pooled = (own: (typeof matches)[number][], others: (typeof matches)[number][][] = [[]]): Comparison => ({
  databases: [
    [record, record, record],
    [record, record],
  ],
  anonymitySet: 1_000,
  links: [own, ...others].map((alone) => ({ alone, withIssuer: alone })),
})

const inMain = () => document.querySelector<HTMLElement>('main button') ?? undefined

const press = async (button: HTMLElement | undefined) => {
  await act(async () => void fireEvent.click(button ?? document))
  await later()
}

it('leaves no word behind where an experiment is chosen', async () => {
  expect(await wordsLeftBehind(<LabScreen experiment={undefined} />)).toEqual([])
})

it.each<[string, object]>([
  ['an attempt is refused', { result: verdict({ failed_check: 'proof' }) }],
  ['an answer is taken', { result: verdict({ verified: true }) }],
  ['the server is away', { failure: { code: 'network', message: '' } }],
])('leaves no word behind where %s', async (_, answer) => {
  TestWorker.answer = () => answer
  const { found } = show(<LabScreen experiment="cheat" />)
  for (const family of page.getAllByRole('group')[0]?.querySelectorAll('button') ?? []) {
    await press(family)
    for (const attempt of page.getAllByRole('listitem').slice(0, 2))
      await press(attempt.querySelector('button') ?? undefined)
  }
  expect([...found]).toEqual([])
})

it.each(verifierChecks)('leaves no word behind in the verdict of %s', async (check) => {
  const slip = <AttemptResult name="changedValue" verdict={verdict({ failed_check: check })} />
  expect(await wordsLeftBehind(slip)).toEqual([])
})

it('leaves no word behind where another check would have caught a cheat, too', async () => {
  const refused = { ...verdict({ failed_check: 'kind' }), next: ['proof', 'claims'] as const }
  expect(await wordsLeftBehind(<AttemptResult name="otherKind" verdict={refused} />)).toEqual([])
})

it('leaves no word behind where an attempt was taken, or refused by no check', async () => {
  const slips = [
    <AttemptResult key="taken" name="changedValue" verdict={verdict({ verified: true })} />,
    <AttemptResult
      key="refused"
      name="changedValue"
      verdict={verdict({ failed_check: null, reason: content('Late.') })}
    />,
  ]
  expect(await wordsLeftBehind(slips)).toEqual([])
})

it.each<[string, object, string]>([
  ['is sent', { result: verdict({ verified: true }) }, '{}'],
  ['cannot be read', {}, 'ь'],
  ['cannot be sent', { failure: { code: 'network', message: '' } }, '{}'],
])('leaves no word behind where an answer of one’s own %s', async (_, answer, text) => {
  TestWorker.answer = ({ work }) => (work === 'draft' ? { result: {} } : answer)
  const { found } = show(<LabScreen experiment="cheat" />)
  const last = () => [...document.querySelectorAll<HTMLElement>('main button')].at(-1)
  await press(last())
  fireEvent.change(page.getByRole('textbox'), { target: { value: text } })
  await press(last())
  expect([...found]).toEqual([])
})

const disclosure = (...parts: unknown[]) => btoa(JSON.stringify(parts)).replaceAll('=', '')

it.each<[string, object | string]>([
  ['AnonCreds', { requested_proof: { revealed_attrs: { δ: { raw: 'β' } } } }],
  ['AnonCreds', { proof: { proofs: [{ ge_proofs: [{ predicate: { attr_name: 'δ', value: 18 } }] }] } }],
  ['SD-JWT', `α.β.γ~${disclosure('s', '16', true)}~`],
])('leaves no word behind where the readable parts of an answer are edited: %s', async (_, draft) => {
  TestWorker.answer = ({ work }) => ({ result: work === 'draft' ? draft : verdict({ verified: true }) })
  const { found } = show(<LabScreen experiment="cheat" />)
  const families = page.getAllByRole('group')[0]?.querySelectorAll('button')
  await press(families?.[typeof draft === 'string' ? 1 : 0])
  await press([...document.querySelectorAll<HTMLElement>('main button')].at(-1))
  const [field] = page.getAllByRole<HTMLInputElement>('textbox')
  fireEvent.change(field ?? document, { target: { value: '20' } })
  expect(field?.tagName).toBe('INPUT')
  expect(field?.value).toBe('20')
  // The names in the JSON are the formats' own.
  expect([...found].filter((words) => !words.startsWith('{'))).toEqual([])
})

it('leaves no word behind where all attempts were made', async () => {
  TestWorker.answer = () => ({ result: verdict({ failed_check: 'proof' }) })
  const { found } = show(<LabScreen experiment="cheat" />)
  for (const attempt of page.getAllByRole('listitem').slice(1))
    await press(attempt.querySelector('button') ?? undefined)
  expect(page.getByTestId('tally').parentElement?.querySelector('button')).toBeNull()
  expect([...found]).toEqual([])
})

it('leaves no word behind where an attempt is taken as the lab says', async () => {
  const slips = Object.values(notCaught)
    .flat()
    .map((name) => <AttemptResult key={name} name={name} verdict={verdict({ verified: true })} />)
  expect(await wordsLeftBehind(slips)).toEqual([])
})

it('leaves no word behind where the browser keeps no cookies', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  expect(await wordsLeftBehind(<LabScreen experiment={undefined} />)).toEqual([])
})

it.each([
  ['something in common', matches, [[]]],
  ['as much in common as one other', matches, [matches, []]],
  ['nothing in common', [], [[]]],
  [
    'something rare and something common in common',
    [matches, matches.map((each) => ({ ...each, weight: 0.1 }))].flat(),
    [[]],
  ],
])('leaves no word behind where the records have %s', async (_, own, others) => {
  TestWorker.answer = () => ({ result: pooled(own, others) })
  const { found } = show(<LabScreen experiment="compare" />)
  for (const setting of page.getAllByRole('radio')) {
    await press(setting)
    // Share, then pool.
    await press(inMain())
    await press(inMain())
    await press(page.getByRole('switch'))
    await press(page.getByRole('switch'))
  }
  expect([...found]).toEqual([])
})

const call = { address: 'https://α.example/β', answered: false, outcome: 'cut' }
const calls = [call, { ...call, outcome: 'failed' }, { ...call, outcome: 200 }]
const published = [
  '.well-known/did.jsonl',
  'resources/γ',
  'tails/γ',
  'openid4vc/types/γ',
  'openid4vc/status-lists/γ',
].map((path) => ({
  ...{ address: `https://α.example/${path}`, answered: true },
}))
const read = (list_read_at: string | null) => ({ calls: [call, ...published], list_read_at })
const longAgo = new Date(0).toISOString()

it.each<[string, object]>([
  ['a card is taken', { calls: [], verdict: verdict({ verified: true, registry_reads: read(longAgo) }) }],
  ['a list is too old', { calls, verdict: verdict({ registry_reads: read(longAgo) }) }],
  ['no list was ever read', { calls: [], verdict: verdict({ registry_reads: read(null), reason: content('Late.') }) }],
  ['a wallet needs a list', { calls: [], stopped: 'unreachable' }],
  ['a wallet finds its card revoked', { calls: [], stopped: 'revoked' }],
  [
    'a museum has all',
    { calls: [], verdict: verdict({ verified: true, registry_reads: { calls: [], list_read_at: null } }) },
  ],
  ['a card does not fit any more', { calls: [], stopped: 'cannot-prove' }],
])('leaves no word behind where %s', async (_, result) => {
  TestWorker.answer = ({ work }) => ({ result: work === 'presentToDistant' ? result : undefined })
  const { found } = show(<LabScreen experiment="registry" />)
  const buttons = () => [...document.querySelectorAll<HTMLElement>('main .sticky button')]
  // Up and down, then the same with a revoked card, and a new card.
  for (const isRevoked of [false, true]) {
    if (isRevoked) await press(buttons()[1])
    for (let times = 0; times < 2; times++) {
      await press(buttons()[0])
      await press(page.getByRole('switch'))
    }
  }
  await press(buttons()[1])
  expect([...found]).toEqual([])
})

it('leaves no word behind where a revoked card is sent all the same, and taken', async () => {
  TestWorker.answer = (call) => {
    const isAnyway = call.work === 'presentToDistant' && call.of.isAnyway
    return { result: { calls: [], ...(isAnyway ? { verdict: verdict({ verified: true }) } : { stopped: 'revoked' }) } }
  }
  const { found } = show(<LabScreen experiment="registry" />)
  const buttons = () => [...document.querySelectorAll<HTMLElement>('main .sticky button')]
  await press(buttons()[0])
  await press(buttons()[1])
  expect([...found]).toEqual([])
})

it('leaves no word behind where a list was read a moment ago', async () => {
  TestWorker.answer = () => ({
    result: { calls: [], verdict: verdict({ verified: true, registry_reads: read(new Date().toISOString()) }) },
  })
  const { found } = show(<LabScreen experiment="registry" />)
  const buttons = () => [...document.querySelectorAll<HTMLElement>('main .sticky button')]
  await press(buttons()[0])
  // Revoked while no verifier can hear of it.
  await press(page.getByRole('switch'))
  await press(buttons()[1])
  expect([...found]).toEqual([])
})

it('leaves no word behind on the whole way through the registry', async () => {
  const readAt = new Date().toISOString()
  let result: object = { calls: [], verdict: verdict({ verified: true, registry_reads: read(readAt) }) }
  TestWorker.answer = ({ work }) => ({ result: work === 'presentToDistant' ? result : undefined })
  const { found } = show(<LabScreen experiment="registry" />)
  const buttons = () => [...document.querySelectorAll<HTMLElement>('main .sticky button')]
  const present = () => press(buttons()[0])
  await present()
  for (const rule of page.getAllByRole('radio').reverse()) await press(rule)
  await press(page.getByRole('switch'))
  await present()
  await press(buttons()[1])
  await present()
  await press(page.getAllByRole('radio')[1])
  await act(() => vi.advanceTimersByTimeAsync(40_000))
  result = { calls: [], stopped: 'unreachable' }
  await present()
  await press(page.getByRole('switch'))
  result = { calls: [], stopped: 'revoked' }
  await present()
  expect([...found]).toEqual([])
})

it.each([
  ['compare', 'network'],
  ['registry', 'network'],
  ['registry', 'no-webassembly'],
] as const)('leaves no word behind where the answers of %s cannot be had: %s', async (experiment, code) => {
  TestWorker.answer = () => ({ failure: { code, message: '' } })
  const { found } = show(<LabScreen experiment={experiment} />)
  await press(document.querySelector<HTMLElement>('main button:not([aria-pressed])') ?? undefined)
  expect([...found]).toEqual([])
})

it('has said every message of these rooms', () => {
  expect(unsaid('lab', 'labCheat', 'labCompare', 'labRegistry')).toEqual([])
})
