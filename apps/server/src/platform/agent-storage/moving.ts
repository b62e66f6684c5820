import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { reencrypt, storeKeyCheck } from '@lastmile/agent/core'
import { sql } from 'kysely'
import { ConfigError } from '../../config.ts'
import { type Database, databaseFiles, openDatabase } from '../database/database.ts'
import { type DatabaseSchema, tables } from '../database/schema.ts'
import { readClaim } from './agent-records.ts'
import { createEncryptedRows } from './encrypted-rows.ts'
import { keyOf, secretFiles, storeKey } from './store-key.ts'

type Table = keyof DatabaseSchema

/** The most rows in one statement; PostgreSQL takes 65,535 values. */
const rowsAtOnce = 500
/** Tables that several servers alone use; an empty database may hold rows in them. */
const ofServers: readonly Table[] = ['nodes', 'jobs', 'rateLimits']

/** The embedded database's data as they are to be moved. */
type EmbeddedCopy = Awaited<ReturnType<typeof openCopy>>

/**
 * Copies the embedded database, brings the copy up to date and re-encrypts it. The original is only read.
 * @param secrets the current one, unless the folder holds it, and the next one
 * @throws ConfigError when there is none, or the data are encrypted with another key
 */
export async function openCopy(dataDir: string, secrets: { current: string; next: string }) {
  const folder = join(dataDir, 'moving')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    const originals = [...databaseFiles(dataDir), ...secretFiles(dataDir)]
    const copies = [...databaseFiles(folder), ...secretFiles(folder)]
    const missing: string[] = []
    for (const [index, file] of originals.entries())
      await cp(file, copies[index] as string).catch(() => missing.push(file))
    if (missing.includes(originals[0] as string)) throw new ConfigError(`There are no data in ${dataDir}.`)
    const database = await openDatabase({ dataDir: folder })
    const claim = await readClaim(database)
    const isEncryptedWith = (key: Uint8Array) => storeKeyCheck(key) === claim
    const current = [storeKey(folder, undefined, isEncryptedWith), keyOf(secrets.current)].find(isEncryptedWith)
    if (!current)
      throw new ConfigError(
        'The data are encrypted with another key: STORE_KEY, or the file store.key in the data folder, must be the one in use.',
      )
    const next = keyOf(secrets.next)
    if (!isEncryptedWith(next)) await reencrypt(createEncryptedRows(database), current, next)
    return {
      database,
      /** The tails file with this base58 digest. */
      tails: (hash: string) => readFile(join(dataDir, 'agent', 'anoncreds', 'tails', hash)),
      async discard() {
        await database.destroy()
        await discard()
      },
    }
  } catch (error) {
    await discard()
    throw error
  }
}

/**
 * Fills an empty PostgreSQL, in one transaction.
 * @returns how many rows and tails files it now has
 * @throws ConfigError when it is not empty, or a tails file is missing; nothing is stored then
 */
export function moveInto(target: Database, copy: EmbeddedCopy): Promise<{ rows: number; tails: number }> {
  return target.transaction().execute(async (transaction) => {
    const names = (Object.keys(tables) as Table[]).filter((name) => !ofServers.includes(name))
    for (const name of names)
      if ((await countOf(transaction, name)) > 0)
        throw new ConfigError(
          'The database that DATABASE_URL names is not empty: it may have been moved to already. Name another one, or empty it with npm run reset.',
        )
    let rows = 0
    for (const name of names) rows += await moveTable(copy.database, transaction, name)
    await countOn(copy.database, transaction)
    const tails = await moveTails(copy, transaction)
    return { rows, tails }
  })
}

const countOf = async (database: Database, name: Table): Promise<number> =>
  Number((await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(database)).rows[0]?.rows)

async function moveTable(from: Database, to: Database, name: Table): Promise<number> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Record<string, unknown> & { place: number }>`
      select rowid as place, * from ${sql.table(name)} where rowid > ${after} order by rowid limit ${rowsAtOnce}`.execute(
      from,
    )
    if (rows.length === 0) break
    after = rows.at(-1)?.place as number
    const values = rows.map(({ place: _, ...row }) => row)
    await to
      .insertInto(name)
      .values(values as never)
      .execute()
  }
  const [there, here] = [await countOf(from, name), await countOf(to, name)]
  if (there !== here) throw new Error(`Of ${there} rows of ${name}, ${here} came`)
  return here
}

/** Rows that are counted go on being counted from where the embedded database was. */
async function countOn(from: Database, to: Database): Promise<void> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(from)
  for (const { name, seq } of rows)
    if (seq > 0) await sql`select setval(pg_get_serial_sequence(${name}, 'position'), ${seq})`.execute(to)
}

async function moveTails({ database, tails }: EmbeddedCopy, to: Database): Promise<number> {
  const registries = await database
    .selectFrom('revocationRegistries')
    .select('tailsHash')
    .where('tailsHash', 'is not', null)
    .execute()
  for (const { tailsHash } of registries) {
    const hash = tailsHash as string
    const content = await tails(hash).catch(() => {
      throw new ConfigError(`The tails file ${hash} is missing in the data folder.`)
    })
    await to.insertInto('tailsFiles').values({ hash, content }).execute()
  }
  return registries.length
}
