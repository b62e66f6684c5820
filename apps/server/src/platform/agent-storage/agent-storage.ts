import type { DidCommStorage, TailsRows } from '@lastmile/agent/didcomm'
import { type Database, isDatabaseUnavailable } from '../database/database.ts'
import { PreparedQuery } from '../database/prepared-query.ts'
import type { Sharing } from '../process/sharing.ts'
import { createAgentRecords, deleteRecord } from './agent-records.ts'

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

/** The key of a stored resource: the last part of its identifier. */
const resourceKey = (id: string) => id.slice(id.lastIndexOf('/') + 1)

const findResource = new PreparedQuery((database, given: { id: string }) =>
  database.selectFrom('agentResources').select('json').where('id', '=', given.id),
)

/** The agent's storage, shared between processes, in our own database. */
export function createAgentStorage(database: Database, sharing: Sharing): DidCommStorage {
  const { locks, nodes, news, clock, isShared } = sharing
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
    ...createAgentRecords(database, nodes),
    async readDid() {
      const row = await database.selectFrom('agentDids').selectAll().where('position', '=', 1).executeTakeFirst()
      return row && { did: row.did, log: row.log }
    },
    async writeDid(did, log) {
      await database
        .insertInto('agentDids')
        .values({ position: 1, did, log })
        .onConflict((conflict) => conflict.column('position').doUpdateSet({ did, log }))
        .execute()
    },

    async readResource(id) {
      return (await findResource.one(database, { id }))?.json
    },
    async writeResource(id, json, key) {
      const definitionKey = key ?? null
      await database
        .insertInto('agentResources')
        .values({ id, json, definitionKey })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ json, definitionKey }))
        .execute()
    },
    async readResourcesOf(definitionKey) {
      const rows = await database
        .selectFrom('agentResources')
        .select('json')
        .where('definitionKey', '=', definitionKey)
        .execute()
      return rows.map(({ json }) => json)
    },

    async readDefinition(key) {
      const row = await database.selectFrom('agentDefinitions').selectAll().where('key', '=', key).executeTakeFirst()
      return row && { ...row, revocable: row.revocable === 1 }
    },
    async writeDefinition(row) {
      const values = { ...row, revocable: row.revocable ? (1 as const) : (0 as const) }
      await database
        .insertInto('agentDefinitions')
        .values(values)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .execute()
    },

    async deleteDefinition({ key, credentialDefinitionIds, registryIds, schemaIds, records }) {
      await database.transaction().execute(async (transaction) => {
        for (const registryId of registryIds)
          for (const table of ['revocationRegistries', 'revocations', 'returnedIndexes'] as const)
            await transaction.deleteFrom(table).where('registryId', '=', registryId).execute()
        for (const id of credentialDefinitionIds)
          await transaction.deleteFrom('agentDefinitions').where('credentialDefinitionId', '=', id).execute()
        await transaction.deleteFrom('agentResources').where('definitionKey', '=', key).execute()
        for (const id of schemaIds)
          await transaction.deleteFrom('agentResources').where('id', '=', resourceKey(id)).execute()
        for (const record of records) await deleteRecord(transaction, record)
      })
    },

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

    now: () => clock.now(),
    isAway: isDatabaseUnavailable,
    withLock: (name, work) => locks.withLock(`agent:${name}`, work),
    others: isShared
      ? {
          notify: (topic, text) => news.notify(database, `agent:${topic}`, text),
          listen: (topic, hear) => news.listen(`agent:${topic}`, hear),
        }
      : undefined,
    tails: isShared ? tailsRows(database) : undefined,
  }
}

const tailsRows = (database: Database): TailsRows => ({
  async write(hash, content) {
    await database
      .insertInto('tailsFiles')
      .values({ hash, content: Buffer.from(content) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  async read(hash) {
    const row = await database.selectFrom('tailsFiles').select('content').where('hash', '=', hash).executeTakeFirst()
    return row?.content
  },
  async delete(hash) {
    await database.deleteFrom('tailsFiles').where('hash', '=', hash).execute()
  },
})
