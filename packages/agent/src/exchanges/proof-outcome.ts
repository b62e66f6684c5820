import type { DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { RefusalReason } from '../port.ts'

const outcomeKey = '_lastmile/proof'

/** Notes why a proof was refused; saved with the record's next update. */
export function setRefusal(record: DidCommProofExchangeRecord, refusal: RefusalReason): void {
  record.metadata.set(outcomeKey, { refusal })
}

/** A wallet that ends the exchange itself leaves no note: it declined. */
export function refusalOf(record: DidCommProofExchangeRecord): RefusalReason {
  const noted = record.metadata.get(outcomeKey) as { refusal?: RefusalReason } | null
  return noted?.refusal ?? 'declined'
}
