import type { DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { Distant } from '../../core/distant-reads.ts'

const key = '_lastmile/distant'

/** Saved with the record's next update. */
export const setDistant = (record: DidCommProofExchangeRecord, distant: Distant): void =>
  record.metadata.set(key, distant)

/** Undefined where the verifier is the issuer itself, which has its own store. */
export const distantOf = (record: DidCommProofExchangeRecord): Distant | undefined =>
  record.metadata.get<Distant>(key) ?? undefined
