import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PublicTailsFiles } from '../src/didcomm/registry/tails-files.ts'
import { type MemoryStorage, memoryStorage } from './memory-storage.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let storage: MemoryStorage
let running: RunningAgent

beforeAll(async () => {
  storage = memoryStorage()
  running = await runAgent({ storage })
})
afterAll(() => running.stop())

const card = { key: 'Card', name: 'Card', version: '1.0', attributeNames: ['name'], revocable: true }
const tails = () => readdir(join(running.dataDir, 'anoncreds/tails')).catch(() => [])
const kept = async () => ({
  records: storage.encrypted().flatMap(({ type }) => (type.startsWith('AnonCreds') ? type : [])),
  published: await storage.readResourcesOf('Card'),
  tails: await tails(),
})
const nothing = { records: [], published: [], tails: [] }

/** A sudden end as soon as a record of this type is to be stored. */
async function brokenOffAt(type: string) {
  const { insert } = storage.records
  storage.records.insert = async (row, event) => {
    if (row.type === type) throw new Error('The power is gone')
    return insert(row, event)
  }
  await expect(running.agent.registerCredentialDefinition(card)).rejects.toThrow()
  storage.records.insert = insert
}

it.each([
  ['AnonCredsCredentialDefinitionPrivateRecord', 0],
  ['AnonCredsCredentialDefinitionRecord', 0],
  ['AnonCredsRevocationRegistryDefinitionRecord', 1],
  ['AnonCredsRevocationRegistryDefinitionPrivateRecord', 1],
])('leaves nothing of a definition whose making was broken off before its %s', async (type, files) => {
  await brokenOffAt(type)
  const { published, tails: made } = await kept()
  expect(published.length).toBeGreaterThan(0)
  expect(made).toHaveLength(files)
  const served = () =>
    Promise.all(published.map((json) => running.agent.publicFiles.resource(JSON.parse(json).id.split('/').at(-1))))
  expect(await served()).toEqual(published)
  await running.agent.forgetDefinition(card)
  expect(await kept()).toEqual(nothing)
  expect(await served()).toEqual(published.map(() => undefined))
})

it('does nothing when there is no such definition', async () => {
  await running.agent.forgetDefinition(card)
  expect(await kept()).toEqual(nothing)
})

it('removes files of registries that were never stored, after a day', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tails-'))
  const folder = join(dataDir, 'anoncreds/tails')
  const files = new PublicTailsFiles(dataDir, 'https://issuer.example')
  await files.removeStray([])
  await mkdir(folder, { recursive: true })
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000)
  for (const name of ['stored', 'stray', 'young']) {
    await writeFile(join(folder, name), name)
    if (name !== 'young') await utimes(join(folder, name), yesterday, yesterday)
  }
  await files.removeStray(['stored'])
  expect((await readdir(folder)).sort()).toEqual(['stored', 'young'])
  await rm(dataDir, { recursive: true })
})
