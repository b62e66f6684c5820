import type { DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { AnonCredsCheck } from '@lastmile/contracts'
import type { RefusalReason } from '../../port/exchanges.ts'
import type { KeptReads } from '../../port/reads.ts'
import type { ShownCondition } from '../verification/shown-conditions.ts'

/** Notes of ours on a record of Credo's: each is saved with the record's next update. */
const keys = {
  outcome: '_lastmile/proof',
  reads: '_lastmile/distant',
  shownConditions: '_lastmile/shown-conditions',
} as const

interface Outcome {
  /** Set where the presentation was found good. */
  checked?: true
  refusal?: RefusalReason
  /** Of a presentation that was refused. */
  failedCheck?: AnonCredsCheck | undefined
}

export const setOutcome = (record: DidCommProofExchangeRecord, outcome: Outcome): void =>
  record.metadata.set(keys.outcome, outcome)

/** Nothing yet for a presentation that could not be checked when it came: it is received all the same. */
export const outcomeOf = (record: DidCommProofExchangeRecord): Outcome =>
  record.metadata.get<Outcome>(keys.outcome) ?? {}

/** A wallet that ends the exchange itself leaves no outcome: it declined. */
export const refusalOf = (record: DidCommProofExchangeRecord): RefusalReason => outcomeOf(record).refusal ?? 'declined'

export const setReads = (record: DidCommProofExchangeRecord, kept: KeptReads): void =>
  record.metadata.set(keys.reads, kept)

/** Undefined where the verifier is the issuer itself, which has its own store. */
export const readsOf = (record: DidCommProofExchangeRecord): KeptReads | undefined =>
  record.metadata.get<KeptReads>(keys.reads) ?? undefined

/** Before the request is sent. */
export function setShownConditions(record: DidCommProofExchangeRecord, conditions: ShownCondition[]): void {
  if (conditions.length > 0) record.metadata.set(keys.shownConditions, { conditions })
}

export const shownConditionsOf = (record: DidCommProofExchangeRecord): ShownCondition[] =>
  record.metadata.get<{ conditions: ShownCondition[] }>(keys.shownConditions)?.conditions ?? []
