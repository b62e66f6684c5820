import type { DidCommStorage } from '@lastmile/agent/didcomm'
import type { Database } from '../database/database.ts'

/** A registry's usable indexes run from 1 to its size less one: the library lacks index 0, with which lists begin. */
const firstRevocationIndex = 1
const freeIndexes = (registry: { size: number; nextIndex: number }) => Math.max(0, registry.size - registry.nextIndex)

const isKnown = async (database: Database, registryId: string) =>
  (await database
    .selectFrom('revocationRegistries')
    .select('registryId')
    .where('registryId', '=', registryId)
    .executeTakeFirst()) !== undefined

const findRevocation = (database: Database, registryId: string, index: number) =>
  database
    .selectFrom('revocations')
    .selectAll()
    .where('registryId', '=', registryId)
    .where('registryIndex', '=', index)
    .executeTakeFirst()

/** Revocation registries, the indexes in them, and the revocations that were recorded. */
export function revocationRows(database: Database) {
  const indexesOf = async (definitionKey: string) => {
    const registries = await database
      .selectFrom('revocationRegistries')
      .selectAll()
      .where('definitionKey', '=', definitionKey)
      .orderBy('createdAt')
      .orderBy('registryId')
      .execute()
    const returned = await database
      .selectFrom('returnedIndexes')
      .innerJoin('revocationRegistries', 'revocationRegistries.registryId', 'returnedIndexes.registryId')
      .select(['returnedIndexes.registryId', 'registryIndex'])
      .where('definitionKey', '=', definitionKey)
      .orderBy('createdAt')
      .orderBy('registryIndex')
      .execute()
    const free = registries.reduce((sum, registry) => sum + freeIndexes(registry), returned.length)
    return { registries, returned, free }
  }

  return {
    async addRegistry(row) {
      await database
        .insertInto('revocationRegistries')
        .values({ ...row, nextIndex: firstRevocationIndex, createdAt: new Date().toISOString() })
        .execute()
    },
    async readTailsHashes() {
      const rows = await database.selectFrom('revocationRegistries').select('tailsHash').execute()
      return rows.flatMap(({ tailsHash }) => tailsHash ?? [])
    },
    async takeRevocationIndex(definitionKey) {
      // Compare and set: a caller that loses the race for an index tries the next one.
      for (;;) {
        const { registries, returned, free } = await indexesOf(definitionKey)
        const remaining = free - 1
        const [again] = returned
        if (again) {
          const { numDeletedRows } = await database
            .deleteFrom('returnedIndexes')
            .where('registryId', '=', again.registryId)
            .where('registryIndex', '=', again.registryIndex)
            .executeTakeFirst()
          if (numDeletedRows === 1n) return { registryId: again.registryId, index: again.registryIndex, remaining }
          continue
        }
        const registry = registries.find((candidate) => freeIndexes(candidate) > 0)
        if (!registry) return undefined
        const { numUpdatedRows } = await database
          .updateTable('revocationRegistries')
          .set({ nextIndex: registry.nextIndex + 1 })
          .where('registryId', '=', registry.registryId)
          .where('nextIndex', '=', registry.nextIndex)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) return { registryId: registry.registryId, index: registry.nextIndex, remaining }
      }
    },
    async returnRevocationIndex(registryId, index) {
      await database.transaction().execute(async (transaction) => {
        const revoked = await findRevocation(transaction, registryId, index)
        if (revoked || !(await isKnown(transaction, registryId))) return
        await transaction
          .insertInto('returnedIndexes')
          .values({ registryId, registryIndex: index })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    },
    remainingIndexes: async (definitionKey) => (await indexesOf(definitionKey)).free,

    async addRevocation(registryId, index) {
      await database.transaction().execute(async (transaction) => {
        if (!(await isKnown(transaction, registryId))) return
        await transaction
          .insertInto('revocations')
          .values({ registryId, registryIndex: index, published: 0, told: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    },
    async pendingRevocations(registryId) {
      const rows = await database
        .selectFrom('revocations')
        .select('registryIndex')
        .where('registryId', '=', registryId)
        .where('published', '=', 0)
        .orderBy('registryIndex')
        .execute()
      return rows.map((row) => row.registryIndex)
    },
    async markRevocationsPublished(registryId, indexes) {
      if (indexes.length === 0) return
      await database
        .updateTable('revocations')
        .set({ published: 1 })
        .where('registryId', '=', registryId)
        .where('registryIndex', 'in', indexes)
        .execute()
    },

    async isNoticeDue(registryId, registryIndex) {
      return (await findRevocation(database, registryId, registryIndex))?.told === 0
    },
    async markNotified(registryId, registryIndex) {
      await database
        .updateTable('revocations')
        .set({ told: 1 })
        .where('registryId', '=', registryId)
        .where('registryIndex', '=', registryIndex)
        .execute()
    },
  } satisfies Partial<DidCommStorage>
}
