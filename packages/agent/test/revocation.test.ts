import type { Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AgentStorage, CredentialSnapshot, RegisteredCredentialDefinition } from '../src/index.ts'
import { memoryStorage } from './memory-storage.ts'
import { cardAttributes, cardRequest, connectedWallet, issueCard, proofIn, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

const registrySize = 8
/** The library knows no index 0. */
const indexesPerRegistry = registrySize - 1

let storage: AgentStorage
let running: RunningAgent
let definition: RegisteredCredentialDefinition
let wallet: Wallet
let connectionId: string

beforeAll(async () => {
  storage = memoryStorage()
  running = await runAgent({ storage, registrySize })
  const [registered, connected] = await Promise.all([registerCard(running, true), connectedWallet(running)])
  definition = registered
  wallet = connected.wallet
  connectionId = connected.connectionId
  await issueCard(running, connectionId, true)
})

afterAll(async () => {
  await wallet?.close()
  await running?.stop()
})

const offer = () =>
  running.agent.offerCredential({ connectionId, definitionKey: 'Revocable card', attributes: cardAttributes })

const revoke = ({ revocationRegistryId = '', revocationIndex = '' }: CredentialSnapshot, publish = true) =>
  running.agent.revokeCredential({ revocationRegistryId, revocationIndex, publish })

/** The indexes that the registry's latest list names as revoked. */
async function revokedIn(registryId: string | undefined): Promise<number[]> {
  const read = async (id = '') =>
    JSON.parse((await running.agent.publicFiles.resource(id.split('/').at(-1) ?? '')) ?? '')
  const { links } = await read(registryId)
  const { content } = await read(links.at(-1).id)
  return content.revocationList.flatMap((revoked: number, index: number) => (revoked ? index : []))
}
const listsOf = async (registryId = '') =>
  JSON.parse((await running.agent.publicFiles.resource(registryId.split('/').at(-1) ?? '')) ?? '').links.length

test('pitfall 6: a burst over two registries gives every credential an index of its own', async () => {
  wallet.policies.offers = 'silent'
  const burst = await Promise.all(Array.from({ length: indexesPerRegistry + 3 }, offer))
  const places = burst.map(({ revocationRegistryId, revocationIndex }) => `${revocationRegistryId} ${revocationIndex}`)
  expect(new Set(places).size).toBe(burst.length)
  expect(new Set(burst.map(({ revocationRegistryId }) => revocationRegistryId)).size).toBe(2)
  wallet.policies.offers = 'accept'
})

test('pitfall 6: the next registry is there before the current one is half used', async () => {
  const { agent } = running
  await agent.registerCredentialDefinition({
    key: 'Library card',
    name: 'Library card',
    version: '1.0',
    attributeNames: ['name', 'expiry_date'],
    revocable: true,
  })
  const added = vi.spyOn(storage, 'addRegistry')
  wallet.policies.offers = 'silent'
  const taken = Math.floor(indexesPerRegistry / 2)
  for (let count = 0; count < taken; count++)
    await agent.offerCredential({ connectionId, definitionKey: 'Library card', attributes: cardAttributes })
  await vi.waitFor(() => expect(added).toHaveBeenCalledOnce(), { timeout: 20_000 })
  wallet.policies.offers = 'accept'
  added.mockRestore()
})

test('the last index of a registry can be issued and revoked', async () => {
  const places = await Promise.all(
    Array.from({ length: indexesPerRegistry }, () => issueCard(running, connectionId, true)),
  )
  const last = places.find(({ revocationIndex }) => revocationIndex === String(indexesPerRegistry))
  expect(last).toBeDefined()
  if (last) await revoke(last)
  expect(await revokedIn(last?.revocationRegistryId)).toContain(indexesPerRegistry)
}, 90_000)

test('revocations at the same time all take effect and share publications', async () => {
  const issued = await Promise.all([1, 2, 3].map(() => issueCard(running, connectionId, true)))
  const byRegistry = new Map<string | undefined, number[]>()
  for (const { revocationRegistryId, revocationIndex } of issued)
    byRegistry.set(revocationRegistryId, [...(byRegistry.get(revocationRegistryId) ?? []), Number(revocationIndex)])
  const before = new Map(await Promise.all([...byRegistry.keys()].map(async (id) => [id, await listsOf(id)] as const)))

  await Promise.all(issued.map((credential) => revoke(credential)))
  for (const [registryId, indexes] of byRegistry) {
    expect(await revokedIn(registryId)).toEqual(expect.arrayContaining(indexes))
    expect((await listsOf(registryId)) - (before.get(registryId) ?? 0)).toBeLessThanOrEqual(2)
  }
})

test('a revocation that is not to be published waits for the next that is; twice changes nothing', async () => {
  const credential = await issueCard(running, connectionId, true)
  const index = Number(credential.revocationIndex)
  await revoke(credential, false)
  expect(await revokedIn(credential.revocationRegistryId)).not.toContain(index)
  await revoke(credential)
  expect(await revokedIn(credential.revocationRegistryId)).toContain(index)
  const lists = await listsOf(credential.revocationRegistryId)
  await revoke(credential)
  expect(await listsOf(credential.revocationRegistryId)).toBe(lists)
})

test('a wallet is told once', async () => {
  const { revocationRegistryId = '', revocationIndex = '' } = await issueCard(running, connectionId, true)
  const options = {
    revocationRegistryId,
    revocationIndex,
    publish: true,
    notification: { connectionId, version: 'v2_0' as const },
  }
  await running.agent.revokeCredential(options)
  await running.agent.revokeCredential(options)
  expect(await wallet.notifications.next()).toMatchObject({ revocationRegistryId, revocationIndex })
  expect(wallet.notifications.received).toHaveLength(1)
})

test('a wallet is told when the publication worked only the second time', async () => {
  const { revocationRegistryId = '', revocationIndex = '' } = await issueCard(running, connectionId, true)
  const notification = { connectionId, version: 'v2_0' as const }
  const options = { revocationRegistryId, revocationIndex, publish: true, notification }
  const told = wallet.notifications.received.length
  const failing = vi.spyOn(storage, 'writeResource').mockRejectedValueOnce(new Error('The disk is full'))
  await expect(running.agent.revokeCredential(options)).rejects.toThrow()
  failing.mockRestore()
  await running.agent.revokeCredential(options)
  expect(await wallet.notifications.next()).toMatchObject({ revocationRegistryId, revocationIndex })
  expect(wallet.notifications.received).toHaveLength(told + 1)
})

test('other credentials of the registry stay valid', async () => {
  const [kept, lost] = [await issueCard(running, connectionId, true), await issueCard(running, connectionId, true)]
  await revoke(lost)
  wallet.policies.proofRequests = 'accept'
  const request = cardRequest(definition.credentialDefinitionId, { nonRevoked: true })
  const { proofId } = await running.agent.requestProof({ connectionId, request })
  await proofIn(running, proofId, 'verified')
  expect(kept.state).toBe('credential_issued')
})
