import type { DidCommStorage } from '@lastmile/agent/didcomm'
import type { Database } from '../database/database.ts'
import { PreparedQuery } from '../database/prepared-query.ts'
import { deleteRecord } from './agent-records.ts'

/** The key of a stored resource: the last part of its identifier. */
const resourceKey = (id: string) => id.slice(id.lastIndexOf('/') + 1)

const findResource = new PreparedQuery((database, given: { id: string }) =>
  database.selectFrom('agentResources').select('json').where('id', '=', given.id),
)

/** The issuer's DID, its published objects, and its definitions. */
export const publishedRows = (database: Database) =>
  ({
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
  }) satisfies Partial<DidCommStorage>
