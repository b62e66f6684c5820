import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reencrypt, storeKeyCheck } from '@lastmile/agent/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, databaseFiles, eraseTraces, openDatabase } from '../database/database.ts'
import { singleNode } from '../process/nodes.ts'
import { createAgentRecords, readClaim } from './agent-records.ts'
import { createEncryptedRows } from './encrypted-rows.ts'

const from = randomBytes(32)
const to = randomBytes(32)
/** More than are held in memory at once. */
const count = 1_201

let folder: string
let database: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encrypted-'))
  database = await openDatabase({ dataDir: folder })
  await createAgentRecords(database, singleNode()).claim(storeKeyCheck(from))
})
afterEach(async () => {
  await database.destroy()
  await rm(folder, { recursive: true })
})

const snapshot = () => database.selectFrom('agentRecords').selectAll().execute()

/** Replaces encrypted rows by other bytes; nothing of the agent's own format is needed for that. */
const replacing = (word: string, failAt?: number) => {
  let replaced = 0
  return {
    record: (row: { type: string; id: string }) => {
      if (replaced++ === failAt) throw new Error('stopped')
      return { ...row, encrypted: Buffer.from(`${word} ${row.id}`), tokens: [Buffer.from(`${word} token ${row.id}`)] }
    },
    key: (id: string) => Buffer.from(`${word} ${id}`),
  }
}

async function fill(): Promise<void> {
  const { records, keys } = createAgentRecords(database, singleNode())
  for (let index = 0; index < count; index++)
    await records.insert({
      type: 'Record',
      id: `${index}`,
      encrypted: Buffer.from(`old ${index}`),
      tokens: [Buffer.from(`old token ${index}`)],
    })
  await keys.insert('key', Buffer.from('old key'))
}

it('replaces every record, its tokens, every key and the word, and leaves nothing of them in the files', async () => {
  await fill()
  const check = { from: storeKeyCheck(from), to: storeKeyCheck(to) }
  expect(await createEncryptedRows(database).replaceAll(check, replacing('new'))).toBe(true)
  await eraseTraces(database)
  expect(await readClaim(database)).toBe(check.to)
  const { records, keys } = createAgentRecords(database, singleNode())
  expect(await keys.read('key')).toEqual(Buffer.from('new key'))
  const last = `${count - 1}`
  expect(await records.find('Record', { token: Buffer.from(`new token ${last}`) })).toMatchObject([{ id: last }])
  expect(await records.find('Record', { token: Buffer.from(`old token ${last}`) })).toEqual([])
  for (const file of databaseFiles(folder))
    expect((await readFile(file)).includes(Buffer.from('old ')), file).toBe(false)
})

it('replaces all or nothing', async () => {
  await fill()
  const before = await snapshot()
  const check = { from: storeKeyCheck(from), to: storeKeyCheck(to) }
  await expect(createEncryptedRows(database).replaceAll(check, replacing('new', count - 1))).rejects.toThrow('stopped')
  expect(await snapshot()).toEqual(before)
  expect(await readClaim(database)).toBe(check.from)
})

it('does nothing to data of another key, and leaves what cannot be opened', async () => {
  await fill()
  const before = await snapshot()
  expect(await reencrypt(createEncryptedRows(database), to, randomBytes(32))).toBeUndefined()
  expect(await reencrypt(createEncryptedRows(database), from, to)).toEqual({
    records: 0,
    keys: 0,
    unreadable: count + 1,
  })
  expect(await snapshot()).toEqual(before)
})
