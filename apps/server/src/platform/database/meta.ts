import type { Database } from './database.ts'

/** A fact about all the data, by its name. */
export async function readMeta(database: Database, key: string): Promise<string | undefined> {
  return (await database.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value
}

/** Keeps a fact that does not change. @returns the first value, which counts for all processes */
export async function claimMeta(database: Database, key: string, value: string): Promise<string> {
  await database
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await readMeta(database, key)
  if (kept === undefined) throw new Error(`${key} could not be kept`)
  return kept
}
