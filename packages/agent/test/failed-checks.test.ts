import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@lastmile/e2e/free-port'
import type { Wallet } from '@lastmile/e2e/wallet'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refusal } from '../src/didcomm/verification/refusal.ts'
import { Verifier } from '../src/didcomm/verification/verifier.ts'
import { AgentError } from '../src/port/errors.ts'
import type { AgentOptions } from '../src/port/index.ts'
import { memoryStorage } from './memory-storage.ts'
import { cardQuestion, connectedWallet, issueCard, proofIn, registerCard, shownConditionQuestion } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

const port = await freePort()
const storage = memoryStorage()
let dataDir: string
let running: RunningAgent
let wallet: Wallet
let connectionId: string

const start = async (options: Partial<AgentOptions> = {}) => {
  running = await runAgent({ storage, port, dataDir, ...options })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-checks-'))
  await start()
  await registerCard(running, false)
  const connected = await connectedWallet(running)
  wallet = connected.wallet
  connectionId = connected.connectionId
  await issueCard(running, connectionId, false)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await wallet?.close()
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** As when the processes are busy, or the database is away. */
const failing = () => vi.spyOn(Verifier.prototype, 'verify').mockRejectedValue(new AgentError('busy', 'Busy'))
const ask = async () => running.agent.ask(cardQuestion('Card'), { connectionId })

test('a presentation that could not be checked is checked again, and says nothing until then', async () => {
  const failure = failing()
  const { proofId } = await ask()
  const received = await proofIn(running, proofId, 'presentation_received')
  expect(received).not.toHaveProperty('verified')
  expect(received).not.toHaveProperty('presentation')
  expect(await running.agent.getProof(proofId)).toEqual(received)
  failure.mockRestore()
  await proofIn(running, proofId, 'verified')
  expect(await running.agent.getProof(proofId)).toMatchObject({
    verified: true,
    presentation: { attributeGroups: { holder: { name: 'Amina Bello' } } },
  })
})

test('after a restart it is checked at once', async () => {
  failing()
  const { proofId } = await ask()
  await proofIn(running, proofId, 'presentation_received')
  await running.stop()
  vi.restoreAllMocks()
  await start()
  await proofIn(running, proofId, 'verified')
})

test('after a restart a condition on a shown attribute still counts', async () => {
  failing()
  const { proofId } = await running.agent.ask(shownConditionQuestion(20990101), { connectionId })
  await proofIn(running, proofId, 'presentation_received')
  await running.stop()
  vi.restoreAllMocks()
  await start()
  const refused = { refusal: 'predicate-not-met', failedCheck: 'conditions' }
  expect(await proofIn(running, proofId, 'abandoned')).toMatchObject(refused)
})

test('a forged one is refused when it is checked again', async () => {
  const failure = failing()
  const { proofId } = await running.agent.ask(cardQuestion('Card', { until: 20310101 }), { connectionId })
  await proofIn(running, proofId, 'presentation_received')
  failure.mockRestore()
  vi.spyOn(Verifier.prototype, 'verify').mockRejectedValue(new Refusal('predicate-not-met', 'Forged'))
  expect(await proofIn(running, proofId, 'abandoned')).toMatchObject({ verified: false, refusal: 'predicate-not-met' })
})

test('one that could not be checked in time is no verdict on the wallet', async () => {
  await running.stop()
  await start({ proofExpiry: 3_000 })
  failing()
  const { proofId } = await ask()
  await proofIn(running, proofId, 'presentation_received')
  expect(await proofIn(running, proofId, 'abandoned')).toMatchObject({ verified: false, refusal: 'unavailable' })
  expect(await running.agent.getProof(proofId)).not.toHaveProperty('presentation')
})
