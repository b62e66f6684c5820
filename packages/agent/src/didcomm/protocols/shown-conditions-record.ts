import type { DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { ShownCondition } from '../verification/shown-conditions.ts'

const key = '_lastmile/shown-conditions'

/** Saved with the record, which happens before the request is sent. */
export function setShownConditions(record: DidCommProofExchangeRecord, conditions: ShownCondition[]): void {
  if (conditions.length > 0) record.metadata.set(key, { conditions })
}

export const shownConditionsOf = (record: DidCommProofExchangeRecord): ShownCondition[] =>
  record.metadata.get<{ conditions: ShownCondition[] }>(key)?.conditions ?? []
