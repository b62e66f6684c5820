import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

export interface StoreSize {
  /** Bytes of the database that hold something; the rest of its file is used again. */
  used: number
  /** Bytes of the database's files, what waits in the write-ahead log too. */
  files: number
  /** Rows of each table. */
  rows: Record<string, number>
}

const databaseName = 'last-mile.sqlite'

/** Of a server that may be running. */
export async function storeSize(dataDir: string): Promise<StoreSize> {
  const database = new DatabaseSync(join(dataDir, databaseName), { readOnly: true, timeout: 5_000 })
  try {
    const number = (query: string) => Number(Object.values(database.prepare(query).get() ?? {})[0])
    const pages = number('pragma page_count') - number('pragma freelist_count')
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").all() as { name: string }[]
    return {
      used: pages * number('pragma page_size'),
      files: await databaseFiles(dataDir),
      rows: Object.fromEntries(tables.map(({ name }) => [name, number(`select count(*) from "${name}"`)])),
    }
  } finally {
    database.close()
  }
}

async function databaseFiles(dataDir: string): Promise<number> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(databaseName))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dataDir, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
