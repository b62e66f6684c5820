import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@lastmile/e2e/free-port'
import { RawWallet, type Send } from '@lastmile/e2e/raw-messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MemoryStorage, memoryStorage } from './memory-storage.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let dataDir: string
let storage: MemoryStorage
let running: RunningAgent
const port = await freePort()

const start = async () => {
  running = await runAgent({ storage, port, dataDir })
}
const post: Send = (envelope) => running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here')

async function connect(): Promise<string> {
  const { connectionId, invitationUrl } = await running.agent.createInvitation({
    label: 'x',
    purpose: 'issue',
  })
  await RawWallet.connect(invitationUrl, post)
  return connectionId
}
const stateOf = async (connectionId: string) => (await running.agent.getConnection(connectionId))?.state

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-unreadable-'))
  storage = memoryStorage()
  await start()
})
afterEach(async () => {
  await running.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const damages = {
  'tampered with': (encrypted: Uint8Array) => void encrypted.set([(encrypted.at(-1) ?? 0) ^ 1], encrypted.length - 1),
  emptied: (encrypted: Uint8Array) => void encrypted.fill(0),
}

test.each(Object.entries(damages))(
  'whatever kind of record or key is %s, the next start serves visitors',
  async (_, damage) => {
    await connect()
    const kinds = new Set(storage.encrypted().map(({ type }) => type))
    expect(kinds.size).toBeGreaterThan(4)
    for (const kind of kinds) {
      await running.stop()
      for (const { type, encrypted } of storage.encrypted()) if (type === kind) damage(encrypted)
      await start()
      const connectionId = await connect()
      expect(await stateOf(connectionId), kind).toBe('active')
    }
  },
)
