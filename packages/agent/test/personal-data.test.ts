import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Encryption } from '../src/core/encryption/encryption.ts'
import { type MemoryStorage, memoryStorage } from './memory-storage.ts'
import { cardQuestion, connectedWallet, credentialIn, issueCard, proofIn, registerCard } from './people.ts'
import { type RunningAgent, runAgent, testStoreKey } from './running-agent.ts'

/** Values that stand nowhere else, so that finding one means that it was kept. */
const canary = 'Canary-Okonkwo-4711'
const label = 'Phone of Canary'
const attributes = [
  { name: 'name', value: canary },
  { name: 'expiry_date', value: '20320101' },
]

let dataDir: string
let running: RunningAgent
let storage: MemoryStorage

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'agent-personal-'))
})

beforeEach(async () => {
  storage = memoryStorage()
  running = await runAgent({ dataDir: await mkdtemp(join(dataDir, 'agent-')), storage })
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('once exchanges are deleted nothing of them is left, and the log never held any', async () => {
  const { agent, log } = running
  await registerCard(running, false)
  const { wallet, connectionId } = await connectedWallet(running, { label })
  const offer = { definitionKey: 'Card', attributes }

  const issued = await agent.offer(offer, { connectionId })
  await credentialIn(running, issued.credentialId, 'credential_issued')
  const verified = await agent.ask(cardQuestion('Card'), { connectionId })
  await proofIn(running, verified.proofId, 'verified')
  const once = await agent.askByInvitation(cardQuestion('Card'), { label: 'x', purpose: 'verify' })
  await wallet.receive(once.invitationUrl)
  await proofIn(running, once.proofId, 'verified')

  wallet.policies.offers = 'silent'
  wallet.policies.proofRequests = 'silent'
  const openOffer = await agent.offer(offer, { connectionId })
  const openRequest = await agent.ask(cardQuestion('Card'), { connectionId })
  await wallet.goOffline('unreachable')
  await expect(agent.offer(offer, { connectionId })).rejects.toMatchObject({ code: 'unreachable' })

  for (const { credentialId } of [issued, openOffer]) await agent.deleteCredential(credentialId)
  for (const { proofId } of [verified, once, openRequest]) await agent.deleteProof(proofId)
  expect(await agent.getCredential(issued.credentialId)).toBeUndefined()
  expect(await agent.getProof(verified.proofId)).toBeUndefined()
  await wallet.close()
  await running.stop()

  expect(log.join('\n')).not.toMatch(/Canary/)
  const kept = everythingStored()
  expect(kept.some(({ category }) => category === 'ConnectionRecord')).toBe(true)
  expect(kept.filter(({ value }) => value.includes(canary) || value.includes(base64(canary)))).toEqual([])
  const exchanges = ['CredentialRecord', 'ProofRecord', 'DidCommMessageRecord']
  expect(kept.filter(({ category }) => exchanges.includes(category))).toEqual([])
})

test('an open offer or request is withdrawn at the wallet when it is deleted', async () => {
  await registerCard(running, false)
  const { wallet, connectionId } = await connectedWallet(running, { offers: 'silent', proofRequests: 'silent' })
  const { credentialId } = await running.agent.offer({ definitionKey: 'Card', attributes }, { connectionId })
  const offered = await wallet.offers.next()
  await running.agent.deleteCredential(credentialId)
  expect(await offered.outcome).toBe('withdrawn')

  const question = cardQuestion('Card')
  const { proofId } = await running.agent.ask(question, { connectionId })
  const asked = await wallet.proofRequests.next()
  await running.agent.deleteProof(proofId)
  expect(await asked.outcome).toBe('refused')
  await wallet.close()
  await running.stop()
})

test('a forgotten connection or invitation leaves nothing at all', async () => {
  const { agent } = running
  await registerCard(running, false)
  const before = everythingStored()

  const [kept, forgotten, silent] = await Promise.all([
    connectedWallet(running),
    connectedWallet(running, { label }),
    connectedWallet(running, { label, transport: 'websocket' }),
  ])
  const invitation = { label: 'Test issuer', purpose: 'issue' } as const
  const unanswered = await agent.createInvitation(invitation)
  const once = await agent.askByInvitation(cardQuestion('Card'), invitation)
  // A message to a wallet without an address waits for it.
  await silent.wallet.close()
  const waiting = await agent.offer({ definitionKey: 'Card', attributes }, { connectionId: silent.connectionId })

  await agent.deleteCredential(waiting.credentialId)
  await agent.deleteProof(once.proofId)
  const ids = [forgotten.connectionId, silent.connectionId, unanswered.connectionId]
  for (const id of [...ids, ...ids]) await agent.forgetConnection(id)
  for (const id of ids) expect(await agent.getConnection(id)).toBeUndefined()
  await expect(
    agent.offer({ definitionKey: 'Card', attributes }, { connectionId: forgotten.connectionId }),
  ).rejects.toMatchObject({ code: 'not-found' })
  const { credentialId } = await issueCard(running, kept.connectionId, false)
  await agent.deleteCredential(credentialId)

  expect(JSON.stringify(everythingStored())).not.toContain(label)
  await agent.forgetConnection(kept.connectionId)
  await agent.forgetConnection('never there')
  await Promise.all([kept.wallet.close(), forgotten.wallet.close()])
  await running.stop()
  expect(countByCategory(everythingStored())).toEqual(countByCategory(before))
})

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1)

const countByCategory = (entries: { category: string }[]) => {
  const counts: Record<string, number> = {}
  for (const { category } of entries) counts[category] = (counts[category] ?? 0) + 1
  return counts
}

/** Records and keys, opened. */
function everythingStored(): { category: string; value: string }[] {
  const encryption = new Encryption(testStoreKey)
  return storage.encrypted().map(({ kind, type, id, encrypted }) => ({
    category: type,
    value: encryption.decrypt(kind, kind === 'key' ? id : `${type} ${id}`, encrypted),
  }))
}
