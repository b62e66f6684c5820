import { setTimeout } from 'node:timers/promises'
import { DidCommMessageRecord } from '@credo-ts/didcomm'
import { WebVhAnonCredsRegistry } from '@credo-ts/webvh'
import type { Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { IssuingFormat } from '../src/didcomm/protocols/issuing-format.ts'
import type { CredentialSnapshot, StatusEntry } from '../src/port/index.ts'
import { type MemoryStorage, memoryStorage } from './memory-storage.ts'
import {
  cardAttributes,
  cardQuestion,
  connectedWallet,
  credentialIn,
  entryOf,
  issueCard,
  proofIn,
  registerCard,
} from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

const statusListSize = 8
/** The library knows no index 0. */
const indexesPerRegistry = statusListSize - 1

let storage: MemoryStorage
let running: RunningAgent
let wallet: Wallet
let connectionId: string

beforeAll(async () => {
  storage = memoryStorage()
  running = await runAgent({ storage, statusListSize })
  const [, connected] = await Promise.all([registerCard(running, true), connectedWallet(running)])
  wallet = connected.wallet
  connectionId = connected.connectionId
  await issueCard(running, connectionId, true)
})

afterAll(async () => {
  await wallet?.close()
  await running?.stop()
})

const offer = () =>
  running.agent.offer({ definitionKey: 'Revocable card', attributes: cardAttributes }, { connectionId })

const revoke = (credential: CredentialSnapshot, publish = true) =>
  running.agent.revoke(entryOf(credential), { publish })

interface StatusListLink {
  id: string
  timestamp: number
}
const read = async (id = '') => JSON.parse((await running.agent.publicFiles.resource(id.split('/').at(-1) ?? '')) ?? '')
const linksOf = async (list: string): Promise<StatusListLink[]> => (await read(list)).links
const publishedOf = async (list: string) => (await linksOf(list)).length
const inForce = (links: StatusListLink[], moment: number) => links.findLast(({ timestamp }) => timestamp <= moment)
const now = () => Math.floor(Date.now() / 1000)

/** The indexes that the list in force names as revoked. */
async function revokedIn(list: string): Promise<number[]> {
  const { content } = await read(inForce(await linksOf(list), now())?.id)
  return content.revocationList.flatMap((revoked: number, index: number) => (revoked ? index : []))
}

test('a burst over two registries gives every credential an index of its own', async () => {
  wallet.policies.offers = 'silent'
  const burst = await Promise.all(Array.from({ length: indexesPerRegistry + 3 }, offer))
  const entries = burst.map(entryOf)
  expect(new Set(entries.map(({ list, index }) => `${list} ${index}`)).size).toBe(burst.length)
  expect(new Set(entries.map(({ list }) => list)).size).toBe(2)
  wallet.policies.offers = 'accept'
})

describe('the place of an offer that came to nothing', () => {
  /** Forgets the exchange, and offers again. */
  const nextAfter = async ({ credentialId }: CredentialSnapshot) => {
    await running.agent.deleteCredential(credentialId)
    wallet.policies.offers = 'silent'
    const next = await offer()
    wallet.policies.offers = 'accept'
    return entryOf(next)
  }

  test('is used again when it was withdrawn', async () => {
    wallet.policies.offers = 'silent'
    const withdrawn = await offer()
    expect(await nextAfter(withdrawn)).toEqual(entryOf(withdrawn))
  })

  test('is used again when the wallet declined it', async () => {
    wallet.policies.offers = 'decline'
    const declined = await offer()
    await credentialIn(running, declined.credentialId, 'abandoned')
    expect(await nextAfter(declined)).toEqual(entryOf(declined))
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
    expect(await nextAfter(issued)).not.toEqual(entryOf(issued))

    // The request is taken, and the end comes before it is known whether it was signed.
    const sign = vi.spyOn(IssuingFormat.prototype, 'acceptRequest').mockRejectedValue(new Error('The end'))
    wallet.policies.offers = 'accept'
    const requested = await offer()
    await credentialIn(running, requested.credentialId, 'request_received')
    await vi.waitFor(() => expect(sign).toHaveBeenCalled())
    sign.mockRestore()
    expect(await nextAfter(requested)).not.toEqual(entryOf(requested))
  })

  test('is never used again when it was signed for, even if the messages cannot be read any more', async () => {
    const issued = await issueCard(running, connectionId, true)
    for (const { type, encrypted } of storage.encrypted()) if (type === DidCommMessageRecord.type) encrypted.fill(0)
    expect(await nextAfter(issued)).not.toEqual(entryOf(issued))
  })
})

test('the next registry is there before the current one is half used', async () => {
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
    await agent.offer({ definitionKey: 'Library card', attributes: cardAttributes }, { connectionId })
  await vi.waitFor(() => expect(added).toHaveBeenCalledOnce(), { timeout: 20_000 })
  wallet.policies.offers = 'accept'
  added.mockRestore()
})

test('the last index of a registry can be issued and revoked', async () => {
  const issued = await Promise.all(
    Array.from({ length: indexesPerRegistry }, () => issueCard(running, connectionId, true)),
  )
  const last = issued.map(entryOf).find(({ index }) => index === indexesPerRegistry)
  expect(last).toBeDefined()
  if (!last) return
  await running.agent.revoke(last, { publish: true })
  expect(await revokedIn(last.list)).toContain(indexesPerRegistry)
})

test('revocations at the same time all take effect and share publications', async () => {
  const issued = await Promise.all([1, 2, 3].map(() => issueCard(running, connectionId, true)))
  const byList = new Map<string, number[]>()
  for (const { list, index } of issued.map(entryOf)) byList.set(list, [...(byList.get(list) ?? []), index])
  const before = new Map(await Promise.all([...byList.keys()].map(async (id) => [id, await publishedOf(id)] as const)))

  await Promise.all(issued.map((credential) => revoke(credential)))
  for (const [list, indexes] of byList) {
    expect(await revokedIn(list)).toEqual(expect.arrayContaining(indexes))
    expect((await publishedOf(list)) - (before.get(list) ?? 0)).toBeLessThanOrEqual(2)
  }
})

test('a revocation that is not to be published waits for the next that is; twice changes nothing', async () => {
  const credential = await issueCard(running, connectionId, true)
  const { list, index } = entryOf(credential)
  await revoke(credential, false)
  expect(await revokedIn(list)).not.toContain(index)
  await revoke(credential)
  expect(await revokedIn(list)).toContain(index)
  const published = await publishedOf(list)
  await revoke(credential)
  expect(await publishedOf(list)).toBe(published)
})

describe('a new list', () => {
  /** Asks again and again, about the present moment and about all moments that were asked about before. */
  function watch(list: string) {
    const answers = new Map<number, Set<string | undefined>>()
    let over = false
    const watching = (async () => {
      while (!over) {
        const links = await linksOf(list)
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
    const { list, index } = entryOf(credential)
    const answers = watch(list)
    await revoke(credential)
    expect(await revokedIn(list)).toContain(index)
    await setTimeout(50)
    const answered = await answers()
    linking.mockRestore()
    expect(answered.length).toBeGreaterThan(1)
    for (const lists of answered) expect(lists.size).toBe(1)
    expect(new Set(answered.flatMap((lists) => [...lists])).size).toBe(2)
  })

  test('that was published in the moment of a sudden end is not lost with the next', async () => {
    const [first, second] = [await issueCard(running, connectionId, true), await issueCard(running, connectionId, true)]
    const { list } = entryOf(first)
    expect(entryOf(second).list).toBe(list)
    const { writeResource } = storage
    const ending = vi.spyOn(storage, 'writeResource').mockImplementation(async (key, json) => {
      await writeResource(key, json)
      if (list.endsWith(key)) throw new Error('The power went out')
    })
    await expect(revoke(first)).rejects.toThrow()
    ending.mockRestore()
    await revoke(second)
    const indexes = [first, second].map((credential) => entryOf(credential).index)
    expect(await revokedIn(list)).toEqual(expect.arrayContaining(indexes))
  })
})

const revokeAndNotify = (status: StatusEntry) =>
  running.agent.revoke(status, { publish: true, notice: { connectionId, form: 'current' } })
/** As the wallet reads it. */
const noticeOf = ({ list, index }: StatusEntry) => ({ revocationRegistryId: list, revocationIndex: String(index) })

test('a wallet is notified once', async () => {
  const status = entryOf(await issueCard(running, connectionId, true))
  await revokeAndNotify(status)
  await revokeAndNotify(status)
  expect(await wallet.notifications.next()).toMatchObject(noticeOf(status))
  expect(wallet.notifications.received).toHaveLength(1)
})

test('a wallet is notified when the publication worked only the second time', async () => {
  const status = entryOf(await issueCard(running, connectionId, true))
  const before = wallet.notifications.received.length
  const failing = vi.spyOn(storage, 'writeResource').mockRejectedValueOnce(new Error('The disk is full'))
  await expect(revokeAndNotify(status)).rejects.toThrow()
  failing.mockRestore()
  await revokeAndNotify(status)
  expect(await wallet.notifications.next()).toMatchObject(noticeOf(status))
  expect(wallet.notifications.received).toHaveLength(before + 1)
})

test('a wallet is notified by the second call when the process ended between the publication and the word of it', async () => {
  const status = entryOf(await issueCard(running, connectionId, true))
  const before = wallet.notifications.received.length
  const ending = vi.spyOn(storage, 'isNoticeDue').mockRejectedValueOnce(new Error('The power went out'))
  await expect(revokeAndNotify(status)).rejects.toThrow()
  ending.mockRestore()
  expect(await revokedIn(status.list)).toContain(status.index)
  await revokeAndNotify(status)
  expect(await wallet.notifications.next()).toMatchObject(noticeOf(status))
  await revokeAndNotify(status)
  expect(wallet.notifications.received).toHaveLength(before + 1)
})

test('a wallet is not notified later of a revocation that it was not to be notified of', async () => {
  const status = entryOf(await issueCard(running, connectionId, true))
  const before = wallet.notifications.received.length
  await running.agent.revoke(status, { publish: true })
  await revokeAndNotify(status)
  await setTimeout(500)
  expect(wallet.notifications.received).toHaveLength(before)
})

test('other credentials of the registry stay valid', async () => {
  const [kept, lost] = [await issueCard(running, connectionId, true), await issueCard(running, connectionId, true)]
  await revoke(lost)
  wallet.policies.proofRequests = 'accept'
  const question = cardQuestion('Revocable card', { unrevoked: true })
  const { proofId } = await running.agent.ask(question, { connectionId })
  await proofIn(running, proofId, 'verified')
  expect(kept.state).toBe('credential_issued')
})
