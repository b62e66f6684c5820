import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DidCommMessageRecord } from '@credo-ts/didcomm'
import { freePort } from '@lastmile/e2e/free-port'
import type { Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DidCommStorage } from '../src/didcomm/index.ts'
import type { AgentOptions, RegisteredCredentialDefinition } from '../src/port/index.ts'
import { memoryStorage } from './memory-storage.ts'
import {
  cardAttributes,
  cardQuestion,
  connectedWallet,
  credentialIn,
  entryOf,
  issueCard,
  proofIn,
  registerCard,
  undecidedOffer,
  undecidedRequest,
} from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

/** A deployment: an address, a folder and a database that outlive the processes that use them. */
const port = await freePort()
let dataDir: string
let storage: DidCommStorage
let running: RunningAgent
let wallet: Wallet
let connectionId: string
let plain: RegisteredCredentialDefinition

const start = async (options: Partial<AgentOptions> = {}) => {
  running = await runAgent({ storage, port, dataDir, ...options })
}
const restart = async (options: Partial<AgentOptions> = {}) => {
  await running.stop()
  await start(options)
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-restart-'))
  storage = memoryStorage()
  await start()
  const [first, , connected] = await Promise.all([
    registerCard(running, false),
    registerCard(running, true),
    connectedWallet(running),
  ])
  plain = first
  wallet = connected.wallet
  connectionId = connected.connectionId
})

afterAll(async () => {
  await wallet?.close()
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('what happened is found again in the records', () => {
  test('DID, definitions and connections are the same after a restart', async () => {
    const { issuer } = running.agent
    await restart()
    expect(running.agent.issuer).toBe(issuer)
    expect(await registerCard(running, false)).toEqual(plain)
    expect(await running.agent.getConnection(connectionId)).toEqual({ connectionId, state: 'active' })
  })

  test('states that no event delivered are read', async () => {
    const { credentialId } = await issueCard(running, connectionId, false)
    await restart()
    expect(running.events).toEqual([])
    expect(await running.agent.getCredential(credentialId)).toMatchObject({ connectionId, state: 'credential_issued' })
  })

  test('an offer made before a restart is accepted after it', async () => {
    const arrived = undecidedOffer(wallet)
    const offer = { definitionKey: 'Card', attributes: cardAttributes }
    const { credentialId } = await running.agent.offer(offer, { connectionId })
    const offered = await arrived
    await restart()
    await offered.accept()
    await credentialIn(running, credentialId, 'credential_issued')
    wallet.policies.offers = 'accept'
  })

  test('a request that was taken and not answered is answered after the restart', async () => {
    const arrived = undecidedOffer(wallet)
    const offer = { definitionKey: 'Revocable card', attributes: cardAttributes }
    const { credentialId, ...made } = await running.agent.offer(offer, { connectionId })
    const offered = await arrived
    const { readResource } = storage
    storage.readResource = async (key) => {
      if (entryOf(made).list.endsWith(key)) throw new Error('The database is away')
      return readResource(key)
    }
    await offered.accept()
    await credentialIn(running, credentialId, 'request_received')
    await running.stop()
    storage.readResource = readResource
    await start()
    await credentialIn(running, credentialId, 'credential_issued')
    wallet.policies.offers = 'accept'
  })

  test('a credential whose request could not be stored does not leave, and its place is free when the offer is taken back', async () => {
    const arrived = undecidedOffer(wallet)
    const offer = { definitionKey: 'Revocable card', attributes: cardAttributes }
    const { credentialId, ...made } = await running.agent.offer(offer, { connectionId })
    const offered = await arrived
    const { insert } = storage.records
    let refused = 0
    storage.records.insert = async (row, event) => {
      if (row.type !== DidCommMessageRecord.type) return insert(row, event)
      refused++
      throw new Error('The database is away')
    }
    await offered.accept().catch(() => undefined)
    await vi.waitFor(() => expect(refused).toBe(1))
    storage.records.insert = insert
    await setTimeout(500)
    expect(await running.agent.getCredential(credentialId)).toMatchObject({ state: 'offer_sent' })
    await running.agent.deleteCredential(credentialId)
    wallet.policies.offers = 'accept'
    const { credentialId: nextId, ...next } = await running.agent.offer(offer, { connectionId })
    expect(entryOf(next)).toEqual(entryOf(made))
    await credentialIn(running, nextId, 'credential_issued')
  })

  test('a credential that the wallet confirmed just as the process ended counts as issued', async () => {
    const { wallet: brief, connectionId: itsConnection } = await connectedWallet(running, { sendsOnce: true })
    const { update } = storage.records
    let lost = 0
    storage.records.update = async (row, options) => {
      if (options?.event?.state !== 'credential_issued') return update(row, options)
      lost++
      throw new Error('The process ends here')
    }
    const offer = { definitionKey: 'Card', attributes: cardAttributes }
    const { credentialId } = await running.agent.offer(offer, { connectionId: itsConnection })
    await expect.poll(() => lost, { timeout: 20_000 }).toBeGreaterThan(0)
    await running.stop()
    storage.records.update = update
    await start()
    expect(await running.agent.getCredential(credentialId)).toMatchObject({ state: 'request_received' })
    await credentialIn(running, credentialId, 'credential_issued')
    await brief.close()
  })

  test('a revocation that was recorded and not published is published at the start', async () => {
    const { list, index } = entryOf(await issueCard(running, connectionId, true))
    await storage.addRevocation(list, index)
    await restart()
    await running.stop()
    expect(await storage.pendingRevocations(list)).toEqual([])
    await start()
  })
})

describe('an unanswered request ends', () => {
  test('after its time', async () => {
    await restart({ proofExpiry: 50 })
    wallet.policies.proofRequests = 'silent'
    const question = cardQuestion('Card')
    const { proofId } = await running.agent.ask(question, { connectionId })
    expect(await proofIn(running, proofId, 'expired')).toMatchObject({ verified: false, refusal: 'expired' })
  })

  test('also when the server was away meanwhile, and an answer that comes too late changes nothing', async () => {
    await restart()
    const arrived = undecidedRequest(wallet)
    const question = cardQuestion('Card')
    const { proofId } = await running.agent.ask(question, { connectionId })
    const asked = await arrived
    await restart({ proofExpiry: 1 })
    await proofIn(running, proofId, 'expired')
    await asked.accept().catch(() => undefined)
    expect(await running.agent.getProof(proofId)).toMatchObject({ state: 'expired', refusal: 'expired' })
    wallet.policies.proofRequests = 'accept'
  })
})

test('another store key is reported as such, and harms nothing', async () => {
  await running.stop()
  await expect(start({ storeKey: new Uint8Array(32).fill(8) })).rejects.toMatchObject({ code: 'invalid' })
  await start()
  expect(await registerCard(running, false)).toEqual(plain)
})

test('a wallet without an address finds after a restart what was sent to it while it was away', async () => {
  await restart()
  const { wallet: browser, connectionId: itsConnection } = await connectedWallet(running, { transport: 'websocket' })
  await browser.goOffline()
  const offer = { definitionKey: 'Card', attributes: cardAttributes }
  const { credentialId } = await running.agent.offer(offer, { connectionId: itsConnection })
  await restart()
  await browser.comeBack()
  await credentialIn(running, credentialId, 'credential_issued')
  await browser.close()
})

test('another public address makes another DID and other definitions', async () => {
  const { issuer } = running.agent
  await running.stop()
  const moved = await runAgent({ storage, port: port + 1, dataDir })
  expect(moved.agent.issuer).not.toBe(issuer)
  const definition = await registerCard(moved, false)
  expect(definition.definitionId).toContain(moved.agent.issuer)
  await moved.stop()
  await start()
  expect(running.agent.issuer).toBe(issuer)
  expect(await registerCard(running, false)).toEqual(plain)
})
