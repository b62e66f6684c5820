import { setTimeout } from 'node:timers/promises'
import { WebVhAnonCredsRegistry } from '@credo-ts/webvh'
import type { Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { IssuingFormat } from '../src/credo/issuing-format.ts'
import type { AgentStorage, CredentialSnapshot, RegisteredCredentialDefinition } from '../src/index.ts'
import { memoryStorage } from './memory-storage.ts'
import {
  cardAttributes,
  cardRequest,
  connectedWallet,
  credentialIn,
  issueCard,
  proofIn,
  registerCard,
} from './people.ts'
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

interface StatusListLink {
  id: string
  timestamp: number
}
const read = async (id = '') => JSON.parse((await running.agent.publicFiles.resource(id.split('/').at(-1) ?? '')) ?? '')
const linksOf = async (registryId?: string): Promise<StatusListLink[]> => (await read(registryId)).links
const listsOf = async (registryId?: string) => (await linksOf(registryId)).length
const inForce = (links: StatusListLink[], moment: number) => links.findLast(({ timestamp }) => timestamp <= moment)
const now = () => Math.floor(Date.now() / 1000)

/** The indexes that the list in force names as revoked. */
async function revokedIn(registryId: string | undefined): Promise<number[]> {
  const { content } = await read(inForce(await linksOf(registryId), now())?.id)
  return content.revocationList.flatMap((revoked: number, index: number) => (revoked ? index : []))
}

test('pitfall 6: a burst over two registries gives every credential an index of its own', async () => {
  wallet.policies.offers = 'silent'
  const burst = await Promise.all(Array.from({ length: indexesPerRegistry + 3 }, offer))
  const places = burst.map(({ revocationRegistryId, revocationIndex }) => `${revocationRegistryId} ${revocationIndex}`)
  expect(new Set(places).size).toBe(burst.length)
  expect(new Set(burst.map(({ revocationRegistryId }) => revocationRegistryId)).size).toBe(2)
  wallet.policies.offers = 'accept'
})

describe('the place of an offer that came to nothing', () => {
  const placeOf = ({ revocationRegistryId, revocationIndex }: CredentialSnapshot) =>
    `${revocationRegistryId} ${revocationIndex}`
  /** Forgets the exchange, and offers again. */
  const nextAfter = async ({ credentialId }: CredentialSnapshot) => {
    await running.agent.deleteCredential(credentialId)
    wallet.policies.offers = 'silent'
    const next = await offer()
    wallet.policies.offers = 'accept'
    return placeOf(next)
  }

  test('is used again when it was withdrawn', async () => {
    wallet.policies.offers = 'silent'
    const withdrawn = await offer()
    expect(await nextAfter(withdrawn)).toBe(placeOf(withdrawn))
  })

  test('is used again when the wallet declined it', async () => {
    wallet.policies.offers = 'decline'
    const declined = await offer()
    await credentialIn(running, declined.credentialId, 'abandoned')
    expect(await nextAfter(declined)).toBe(placeOf(declined))
  })

  test('is used again when it did not reach the wallet', async () => {
    const returned = vi.spyOn(storage, 'returnRevocationIndex')
    await wallet.goOffline('unreachable')
    await expect(offer()).rejects.toMatchObject({ code: 'unreachable' })
    await wallet.comeBack()
    expect(returned).toHaveBeenCalledOnce()
    returned.mockRestore()
  })

  test('is never used again when it was signed for, or may have been', async () => {
    const issued = await issueCard(running, connectionId, true)
    expect(await nextAfter(issued)).not.toBe(placeOf(issued))

    // The request is taken, and the end comes before anybody knows whether it was signed.
    const sign = vi.spyOn(IssuingFormat.prototype, 'acceptRequest').mockRejectedValue(new Error('The end'))
    wallet.policies.offers = 'accept'
    const requested = await offer()
    await credentialIn(running, requested.credentialId, 'request_received')
    await vi.waitFor(() => expect(sign).toHaveBeenCalled())
    sign.mockRestore()
    expect(await nextAfter(requested)).not.toBe(placeOf(requested))
  })
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

describe('a new list', () => {
  /** Asks again and again, about the present moment and about all moments that were asked about before. */
  function watch(registryId?: string) {
    const answers = new Map<number, Set<string | undefined>>()
    let over = false
    const watching = (async () => {
      while (!over) {
        const links = await linksOf(registryId)
        for (const moment of [...answers.keys(), now()])
          answers.set(moment, (answers.get(moment) ?? new Set()).add(inForce(links, moment)?.id))
        await setTimeout(5)
      }
    })()
    return async () => {
      over = true
      await watching
      return [...answers.values()]
    }
  }

  const { updateRevocationRegistryDefinition: link } = WebVhAnonCredsRegistry.prototype
  async function linkSlowly(this: WebVhAnonCredsRegistry, ...options: Parameters<typeof link>) {
    await setTimeout(2_500)
    return link.apply(this, options)
  }

  test.each([
    ['', undefined],
    [', however long its publication takes', linkSlowly],
  ])('changes nothing that was said about any moment%s', async (_how, slowly) => {
    const credential = await issueCard(running, connectionId, true)
    const linking = vi.spyOn(WebVhAnonCredsRegistry.prototype, 'updateRevocationRegistryDefinition')
    if (slowly) linking.mockImplementationOnce(slowly)
    const answers = watch(credential.revocationRegistryId)
    await revoke(credential)
    expect(await revokedIn(credential.revocationRegistryId)).toContain(Number(credential.revocationIndex))
    await setTimeout(50)
    const told = await answers()
    linking.mockRestore()
    expect(told.length).toBeGreaterThan(1)
    for (const lists of told) expect(lists.size).toBe(1)
    expect(new Set(told.flatMap((lists) => [...lists])).size).toBe(2)
  })

  test('that was published in the moment of a sudden end is not lost with the next', async () => {
    const [first, second] = [await issueCard(running, connectionId, true), await issueCard(running, connectionId, true)]
    const registryId = first.revocationRegistryId ?? ''
    expect(second.revocationRegistryId).toBe(registryId)
    const { writeResource } = storage
    const ending = vi.spyOn(storage, 'writeResource').mockImplementation(async (key, json) => {
      await writeResource(key, json)
      if (registryId.endsWith(key)) throw new Error('The power went out')
    })
    await expect(revoke(first)).rejects.toThrow()
    ending.mockRestore()
    await revoke(second)
    expect(await revokedIn(registryId)).toEqual(
      expect.arrayContaining([first, second].map(({ revocationIndex }) => Number(revocationIndex))),
    )
  })
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
