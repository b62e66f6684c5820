import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentError, type Agents, type CredentialDefinitionOptions } from '@lastmile/agent/port'
import { loadContent } from '@lastmile/content'
import { confirmedPersonName, credentialToIssue } from '@lastmile/contracts'
import PQueue from 'p-queue'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/test-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { createProcessLocks } from '../../platform/process/locks.ts'
import { CharacterService } from '../characters/service.ts'
import { CredentialDefinitionRepository } from './definition-repository.ts'
import { CredentialDefinitions } from './definitions.ts'

let folder: string
let database: Database
/** Key generation that takes as long as the test wants. */
let registrations: { finish: () => void; fail: () => void }[]
/** Keys of what was to be forgotten, in order. */
let forgotten: string[]
/** The key of one that cannot be forgotten. */
let stubborn: string | undefined
/** Of the protocol that makes keys, by key. */
let made: Map<string, object>
/** Of the protocol without keys, by key; and how often it was written to. */
let keyless: Map<string, CredentialDefinitionOptions>
let keylessWrites: number

const didcomm = {
  registerCredentialDefinition: ({ key }: { key: string }) =>
    new Promise((resolve, reject) => {
      const registered = { key, typeId: 'schema', definitionId: `registry ${key}` }
      registrations.push({
        finish: () => {
          made.set(key, registered)
          resolve(registered)
        },
        fail: () => reject(new Error('No keys today')),
      })
    }),
  getCredentialDefinition: async (key: string) => made.get(key),
  forgetDefinition: async ({ key }: { key: string }) => {
    if (key === stubborn) throw new Error('No such luck')
    forgotten.push(key)
  },
}

const openid4vc = {
  async registerCredentialDefinition(options: CredentialDefinitionOptions) {
    if (options.name === 'Twice Born') throw new AgentError('invalid', 'Two attributes would be one claim.')
    keylessWrites++
    keyless.set(options.key, options)
  },
  getCredentialDefinition: async (key: string) => keyless.get(key),
  forgetDefinition: async ({ key }: { key: string }) => void keyless.delete(key),
}

const card = (name: string) => credentialToIssue.parse({ name, attributes: [{ name: 'x', value: '' }] })

const definitions = (options = {}, shipped = [card('Shipped')]) =>
  new CredentialDefinitions({
    agents: { didcomm, openid4vc } as unknown as Agents,
    repository: new CredentialDefinitionRepository(database),
    queue: new PQueue({ concurrency: 1 }),
    logger: pino({ level: 'silent' }),
    locks: createProcessLocks(),
    shipped,
    characterUpload: true,
    registrationsWaiting: 2,
    registrationsPerDay: 100,
    kept: { most: 100, days: 30 },
    stopping: new AbortController().signal,
    ...options,
  })
const allow = async () => undefined

beforeEach(async () => {
  registrations = []
  forgotten = []
  made = new Map()
  keyless = new Map()
  keylessWrites = 0
  folder = await mkdtemp(join(tmpdir(), 'definitions-'))
  database = await openTestDatabase(folder)
})
afterEach(async () => {
  await database.destroy()
  await rm(folder, { recursive: true })
})

it('says that it is preparing when keys take long, and that it is ready to the next caller', async () => {
  const service = definitions()
  const first = await service.getOrCreate('me', card('Slow'), allow)
  expect(first.state).toBe('preparing')
  await expect(service.require(first.id)).rejects.toMatchObject({ status: 503 })
  const again = service.getOrCreate('you', card('Slow'), allow)
  await expect.poll(() => registrations.length).toBe(1)
  registrations[0]?.finish()
  expect(await again).toEqual({ id: first.id, state: 'ready' })
  expect(registrations).toHaveLength(1)
})

describe('a protocol that needs no keys', () => {
  it('has a definition as soon as it is made, by whichever protocol it was asked for', async () => {
    const service = definitions()
    const asked = await service.getOrCreate('me', card('Mine'), allow)
    expect(asked.state).toBe('preparing')
    expect(keyless.get(asked.id)).toMatchObject({ name: 'Mine', attributeNames: ['x'] })
    expect(await service.require(asked.id, 'openid4vc')).toMatchObject({ id: asked.id })
    const other = await service.getOrCreate('me', card('Other'), allow, 'openid4vc')
    expect(other.state).toBe('ready')
  })

  it('is written to when a definition is made or a server starts, and never by a lookup', async () => {
    const service = definitions()
    const { id } = await service.getOrCreate('me', card('Mine'), allow, 'openid4vc')
    const written = keylessWrites
    for (let each = 0; each < 3; each++) await service.require(id, 'openid4vc')
    expect(keylessWrites).toBe(written)
    // Earlier versions registered with the first offer.
    keyless.clear()
    await expect(service.require(id, 'openid4vc')).rejects.toMatchObject({ status: 503 })
    await definitions().registerStored()
    expect(await service.require(id, 'openid4vc')).toMatchObject({ id })
  })

  it('may not take one that the other protocol has', async () => {
    const service = definitions()
    const asked = service.getOrCreate('me', card('Twice Born'), allow)
    await expect.poll(() => registrations.length).toBe(1)
    registrations[0]?.finish()
    const { id, state } = await asked
    expect(state).toBe('ready')
    await expect(service.require(id, 'openid4vc')).rejects.toMatchObject({ status: 400 })
    await definitions().registerStored()
    const again = service.getOrCreate('me', { ...card('Twice Born'), version: '3.0' }, allow, 'openid4vc')
    await expect(again).rejects.toMatchObject({ status: 400 })
  })
})

it('begins again after a failure and after a restart', async () => {
  const service = definitions()
  const failing = service.getOrCreate('me', card('Unlucky'), allow)
  await expect.poll(() => registrations.length).toBe(1)
  registrations[0]?.fail()
  await expect(failing).rejects.toThrow()
  const retry = service.getOrCreate('me', card('Unlucky'), allow)
  await expect.poll(() => registrations.length).toBe(2)

  const restarted = definitions()
  const preparing = restarted.prepareShipped()
  await expect.poll(() => registrations.length).toBe(3)
  registrations[1]?.finish()
  registrations[2]?.finish()
  await expect.poll(() => registrations.length).toBe(4)
  registrations[3]?.finish()
  await preparing
  expect((await retry).state).toBe('ready')
  await definitions().prepareShipped()
  expect(registrations).toHaveLength(4)
})

it('lets few wait at the same time, and each visitor register only so many a day', async () => {
  const service = definitions()
  const waiting = ['A', 'B', 'C'].map((name) => service.getOrCreate('me', card(name), allow))
  await expect.poll(() => registrations.length).toBe(1)
  await Promise.all(waiting)
  await expect(service.getOrCreate('me', card('D'), allow)).rejects.toMatchObject({ status: 503 })

  const patient = definitions({ registrationsWaiting: 100 })
  for (let number = 0; number < 12; number++) void patient.getOrCreate('me', card(`Card ${number}`), allow)
  await expect.poll(() => new CredentialDefinitionRepository(database).countMadeSince('', 'me')).toBe(15)
  await expect(patient.getOrCreate('me', card('One more'), allow)).rejects.toMatchObject({ status: 429 })
})

it('counts a new definition once, however many ask for it at the same time', async () => {
  const service = definitions()
  let taken = 0
  const allowOne = async () => {
    if (++taken > 1) throw new Error('The allowance is used up')
  }
  const asking = Array.from({ length: 10 }, () => service.getOrCreate('me', card('Wanted'), allowOne))
  await expect.poll(() => registrations.length).toBe(1)
  registrations[0]?.finish()
  const answers = await Promise.all(asking)
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['ready']))
  expect(taken).toBe(1)
})

it('refuses one visitor without refusing the next who wants the same', async () => {
  const service = definitions()
  const refuse = async () => {
    throw new Error('The allowance is used up')
  }
  const [refused, made] = [
    service.getOrCreate('me', card('Wanted'), refuse),
    service.getOrCreate('you', card('Wanted'), allow),
  ]
  await expect(refused).rejects.toThrow('used up')
  await expect.poll(() => registrations.length).toBe(1)
  registrations[0]?.finish()
  expect((await made).state).toBe('ready')
})

it('registers only so many a day, for all callers, and all at once too', async () => {
  const service = definitions({ registrationsWaiting: 100, registrationsPerDay: 3 })
  const asking = [1, 2, 3, 4, 5].map((number) => service.getOrCreate(`${number}`, card(`Card ${number}`), allow))
  const refusals = (await Promise.allSettled(asking)).filter(({ status }) => status === 'rejected')
  expect(refusals).toHaveLength(2)
  expect(refusals[0]).toMatchObject({ reason: { status: 503, retryAfter: 3600 } })
  // Shipped definitions count for no visitor.
  expect((await service.getOrCreate('6', card('Shipped'), allow)).state).toBe('preparing')
})

it('forgets after a day who had a definition made, and keeps the definition', async () => {
  const service = definitions()
  const made = service.getOrCreate('me', card('Mine'), allow)
  await expect.poll(() => registrations.length).toBe(1)
  registrations[0]?.finish()
  const { id } = await made
  const repository = new CredentialDefinitionRepository(database)
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  await service.sweep(inHours(23))
  expect((await repository.find(id))?.visitor).toBe('me')
  await service.sweep(inHours(25))
  expect(await repository.find(id)).toMatchObject({ visitor: null, state: 'ready' })
})

describe('an unused definition', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
  const repository = () => new CredentialDefinitionRepository(database)
  const ids = async () => (await repository().byLastUse()).map(({ name }) => name).sort()

  it('goes after its days, whether it is ready or was never made; what is shipped stays', async () => {
    const service = definitions({ registrationsWaiting: 100 })
    const shipped = service.getOrCreate('me', card('Shipped'), allow)
    const made = service.getOrCreate('me', card('Mine'), allow)
    for (const number of [0, 1]) {
      await expect.poll(() => registrations.length).toBe(number + 1)
      registrations[number]?.finish()
    }
    await Promise.all([shipped, made])
    const never = service.getOrCreate('me', card('Never'), allow)
    await expect.poll(() => registrations.length).toBe(3)
    await service.removeUnused(inDays(31))
    expect(await ids()).toEqual(['Never', 'Shipped'])
    registrations[2]?.fail()
    await expect(never).rejects.toThrow()
    await service.removeUnused(inDays(31))
    expect(await ids()).toEqual(['Shipped'])
    expect(forgotten.map((key) => key.split(':').at(-1))).toEqual(['Mine', 'Never'])
    // A definition that content no longer has is removed as a visitor's is.
    await definitions({}, [card('Another')]).removeUnused(inDays(63))
    expect(await ids()).toEqual([])
  })

  it('does not go within twenty minutes of a use', async () => {
    const service = definitions({ kept: { most: 1, days: 30 } })
    const made = service.getOrCreate('me', card('Mine'), allow)
    await expect.poll(() => registrations.length).toBe(1)
    registrations[0]?.finish()
    const { id } = await made
    await expect(service.getOrCreate('you', card('Yours'), allow)).rejects.toMatchObject({ status: 503 })
    const before = (minutes: number) => inDays(-minutes / (24 * 60)).toISOString()
    const usedBefore = (minutes: number) =>
      database
        .updateTable('credentialDefinitions')
        .set({ usedAt: before(minutes) })
        .execute()
    await usedBefore(19)
    await expect(service.getOrCreate('you', card('Yours'), allow)).rejects.toMatchObject({ status: 503 })
    await usedBefore(60)
    await service.require(id)
    await expect(service.getOrCreate('you', card('Yours'), allow)).rejects.toMatchObject({ status: 503 })
    await usedBefore(21)
    await service.getOrCreate('you', card('Yours'), allow)
    expect(await ids()).toEqual(['Yours'])
  })

  it('keeps no other from going when it cannot be removed, and goes at the next turn', async () => {
    const service = definitions({ registrationsWaiting: 100 })
    const made = ['A', 'B'].map((name) => service.getOrCreate('me', card(name), allow))
    for (const number of [0, 1]) {
      await expect.poll(() => registrations.length).toBe(number + 1)
      registrations[number]?.finish()
    }
    const [a] = await Promise.all(made)
    stubborn = a?.id
    await service.removeUnused(inDays(31))
    expect(await ids()).toEqual(['A'])
    await expect(service.require(a?.id ?? '')).rejects.toMatchObject({ status: 404 })
    stubborn = undefined
    await service.removeUnused(new Date())
    expect(await ids()).toEqual([])
  })

  it('goes wholly before it is made anew, when the content brings it back half removed', async () => {
    const before = definitions()
    const made = before.getOrCreate('me', card('A'), allow)
    await expect.poll(() => registrations.length).toBe(1)
    registrations[0]?.finish()
    const { id } = await made
    stubborn = id
    await before.removeUnused(inDays(31))
    stubborn = undefined
    const again = definitions({}, [card('A')]).getOrCreate('me', card('A'), allow)
    await expect.poll(() => registrations.length).toBe(2)
    expect(forgotten).toEqual([id])
    registrations[1]?.finish()
    expect(await again).toMatchObject({ id, state: 'ready' })
  })
})

it('takes only what is shipped while uploads are off', async () => {
  const service = definitions({ characterUpload: false })
  await expect(service.getOrCreate('me', card('Mine'), allow)).rejects.toMatchObject({ status: 403 })
  const shipped = service.getOrCreate('me', card('Shipped'), allow)
  await expect.poll(() => registrations.length).toBe(1)
  registrations[0]?.finish()
  expect((await shipped).state).toBe('ready')
})

it('makes ConfirmedPerson at the start, for no visitor in particular, whether uploads are on or off', async () => {
  const [confirmedPerson] = new CharacterService(loadContent())
    .credentials()
    .filter(({ name }) => name === confirmedPersonName)
  if (!confirmedPerson) throw new Error('Content has the credential')
  const service = definitions({ characterUpload: false, registrationsPerDay: 0, registrationsWaiting: 0 }, [
    confirmedPerson,
  ])
  const preparing = service.prepareShipped()
  await expect.poll(() => registrations.length).toBe(1)
  const neverCharged = async () => {
    throw new Error('The visitor was charged')
  }
  const asked = service.getOrCreate('me', confirmedPerson, neverCharged)
  registrations[0]?.finish()
  await preparing
  const { id, state } = await asked
  expect(id.split(':').at(-1)).toBe(confirmedPersonName)
  expect(state).toBe('ready')
  const repository = new CredentialDefinitionRepository(database)
  expect(await repository.find(id)).toMatchObject({ visitor: null })
  expect(await repository.countMadeSince('', 'me')).toBe(0)
  expect(registrations).toHaveLength(1)
})
