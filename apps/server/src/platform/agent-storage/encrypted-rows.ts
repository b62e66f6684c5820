import type { EncryptedRows } from '@lastmile/agent/port'
import { type Database, durably } from '../database/database.ts'
import { claimKey } from './agent-records.ts'
import { replaceTokens } from './record-writes.ts'

/** Rows that are held in memory at once. */
const pageSize = 500

/** The agent's encrypted rows in our own database, for a change of the store key. */
export function createEncryptedRows(database: Database): EncryptedRows {
  return {
    replaceAll: (check, replace) =>
      durably(database, (connection) =>
        connection.transaction().execute(async (transaction) => {
          const { numUpdatedRows } = await transaction
            .updateTable('meta')
            .set({ value: check.to })
            .where('key', '=', claimKey)
            .where('value', '=', check.from)
            .executeTakeFirst()
          if (numUpdatedRows === 0n) return false

          let position = 0
          for (;;) {
            const page = await transaction
              .selectFrom('agentRecords')
              .select(['position', 'type', 'id', 'sealed as encrypted'])
              .where('position', '>', position)
              .orderBy('position')
              .limit(pageSize)
              .execute()
            for (const row of page) {
              position = row.position
              const again = replace.record(row)
              if (!again) continue
              await transaction
                .updateTable('agentRecords')
                .set({ sealed: Buffer.from(again.encrypted) })
                .where('position', '=', position)
                .execute()
              await replaceTokens(transaction, position, again.tokens)
            }
            if (page.length < pageSize) break
          }

          for (const { id, sealed: encrypted } of await transaction.selectFrom('agentKeys').selectAll().execute()) {
            const again = replace.key(id, encrypted)
            if (!again) continue
            await transaction
              .updateTable('agentKeys')
              .set({ sealed: Buffer.from(again) })
              .where('id', '=', id)
              .execute()
          }
          if (replace.kept)
            await transaction
              .insertInto('agentKeys')
              .values({ id: replace.kept.id, sealed: Buffer.from(replace.kept.encrypted) })
              .onConflict((conflict) => conflict.doNothing())
              .execute()
          return true
        }),
      ),
  }
}
