import type { KyselyPlugin } from 'kysely'
import { connectTo } from '../src/platform/database/database.ts'
import { migrateToLatest } from '../src/platform/database/migrations.ts'

/** Migrates the database in a folder, and does something else in place of the query of this number, counted from 0. */
export async function migrateUntil(dataDir: string, query: number, interrupt: () => void): Promise<void> {
  let before = query
  const interruption: KyselyPlugin = {
    transformQuery({ node }) {
      if (before-- === 0) interrupt()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const database = connectTo({ dataDir })
  await migrateToLatest(database.withPlugin(interruption)).finally(() => database.destroy())
}
