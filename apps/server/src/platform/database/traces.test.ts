import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, databaseFiles, emptyLog, eraseTraces, openDatabase } from './database.ts'

let dataDir: string
let database: Database

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'traces-'))
  database = await openDatabase({ dataDir })
})
afterEach(async () => {
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

const canary = Buffer.from('Canary-Okonkwo-4711')
const isAnywhere = () => databaseFiles(dataDir).some((file) => existsSync(file) && readFileSync(file).includes(canary))

/** Of a size between some bytes and some pages, so that rows move and overflow. */
const encrypted = (number: number, size = 40 + ((number * 7919) % 9_000)) =>
  Buffer.concat([canary, randomBytes(size), canary])

async function insert(from: number, count: number) {
  for (let number = from; number < from + count; number++) {
    const { position } = await database
      .insertInto('agentRecords')
      .values({ type: 'Record', id: `${number}`, version: 1, sealed: encrypted(number), state: null })
      .returning('position')
      .executeTakeFirstOrThrow()
    await database
      .insertInto('agentRecordTokens')
      .values({ token: encrypted(number, 20), record: position })
      .execute()
    // Others' rows lie between, and stay.
    const other = {
      type: 'Other',
      id: `${number}`,
      version: 1,
      sealed: randomBytes((number * 131) % 3_000),
      state: null,
    }
    await database.insertInto('agentRecords').values(other).execute()
    await database
      .insertInto('agentKeys')
      .values({ id: `key ${number} ${canary}`, sealed: encrypted(number) })
      .execute()
    await database
      .insertInto('agentEvents')
      .values({ subjectId: `${number}`, body: `${canary} ${number}`, node: 'one' })
      .execute()
  }
}

/** As exchanges do: changed again and again, then gone, while others come and go beside them. */
async function live() {
  for (let round = 0; round < 6; round++) {
    await insert(round * 40, 40)
    for (let number = round * 40; number < round * 40 + 40; number += 2) {
      await database
        .updateTable('agentRecords')
        .set({ sealed: encrypted(number * 31), version: 2 })
        .where('type', '=', 'Record')
        .where('id', '=', `${number}`)
        .execute()
    }
    await database.deleteFrom('agentRecords').where('type', '=', 'Record').where('id', 'like', '%3').execute()
  }
  await database.deleteFrom('agentRecords').where('type', '=', 'Record').execute()
  for (const table of ['agentRecordTokens', 'agentKeys', 'agentEvents'] as const)
    await database.deleteFrom(table).execute()
}

test('what was deleted stands in the log until that is emptied', async () => {
  await insert(0, 20)
  await database.deleteFrom('agentRecords').execute()
  expect(isAnywhere()).toBe(true)
})

test('nothing of what was deleted is left in the file or beside it once the log is emptied', async () => {
  await live()
  await emptyLog(database)
  expect(isAnywhere()).toBe(false)
})

test('nor once the file is written anew', async () => {
  await live()
  await eraseTraces(database)
  expect(isAnywhere()).toBe(false)
})
