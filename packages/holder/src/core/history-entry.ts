import type { Disclosed } from './credential-format.ts'
import { newId } from './new-id.ts'
import type { Clock } from './platform.ts'
import type { HistoryEntry, Party } from './snapshot.ts'

type Told = Pick<HistoryEntry, 'what' | 'why' | 'about' | 'name'> & Disclosed

/** Stores an entry of the wallet's history, now. */
export const historyEntry = (
  dependencies: { randomBytes(length: number): Uint8Array; clock: Clock },
  party: Party,
  told: Told,
) => ({
  kind: 'history' as const,
  record: { id: newId(dependencies), at: dependencies.clock.now(), with: party, ...told },
})
