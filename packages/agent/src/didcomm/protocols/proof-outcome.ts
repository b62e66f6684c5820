import type { DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { AnonCredsCheck } from '@lastmile/contracts'
import type { RefusalReason } from '../../port/agent.ts'

const outcomeKey = '_lastmile/proof'

/** Either the presentation was found good, or the proof was refused; by a check, where a presentation came. */
type Outcome =
  | { checked?: true; refusal?: undefined; failedCheck?: undefined }
  | { checked?: undefined; refusal: RefusalReason; failedCheck?: AnonCredsCheck | undefined }

/** Saved with the record's next update. */
export function setOutcome(record: DidCommProofExchangeRecord, outcome: Outcome): void {
  record.metadata.set(outcomeKey, outcome)
}

/** Nothing yet for a presentation that could not be checked when it came: it is received all the same. */
export const outcomeOf = (record: DidCommProofExchangeRecord): Outcome => record.metadata.get<Outcome>(outcomeKey) ?? {}

/** A wallet that ends the exchange itself leaves no outcome: it declined. */
export const refusalOf = (record: DidCommProofExchangeRecord): RefusalReason => outcomeOf(record).refusal ?? 'declined'
