import type { Disclosed } from './credential-format.ts'
import type { Platform } from './platform.ts'
import type { HistoryEntry, Party } from './snapshot.ts'

type Told = Pick<HistoryEntry, 'what' | 'why' | 'about' | 'name'> & Disclosed

/** Stores an entry of the wallet's history, now. */
export const historyEntry = ({ clock }: Pick<Platform, 'clock'>, party: Party, told: Told) => ({
  kind: 'history' as const,
  record: { id: crypto.randomUUID(), at: clock.now(), with: party, ...told },
})
