import type { DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { RefusalReason } from '../../port/agent.ts'

const outcomeKey = '_lastmile/proof'

interface Outcome {
  refusal?: RefusalReason
  checked?: true
}

const outcomeOf = (record: DidCommProofExchangeRecord): Outcome => record.metadata.get<Outcome>(outcomeKey) ?? {}

/** Notes why a proof was refused; saved with the record's next update. */
export function setRefusal(record: DidCommProofExchangeRecord, refusal: RefusalReason): void {
  record.metadata.set(outcomeKey, { refusal })
}

/** Notes that the presentation was found good; saved with the record's next update. */
export function setChecked(record: DidCommProofExchangeRecord): void {
  record.metadata.set(outcomeKey, { checked: true })
}

/** Whether the presentation was found good. One that could not be checked when it came is received all the same. */
export const isChecked = (record: DidCommProofExchangeRecord): boolean => outcomeOf(record).checked === true

/** A wallet that ends the exchange itself leaves no note: it declined. */
export const refusalOf = (record: DidCommProofExchangeRecord): RefusalReason => outcomeOf(record).refusal ?? 'declined'
