import type { Disclosed } from './credential-format.ts'
import { newId } from './new-id.ts'
import type { Platform } from './platform.ts'
import type { HistoryEntry, Party } from './snapshot.ts'

type Told = Pick<HistoryEntry, 'what' | 'why' | 'about' | 'name'> & Disclosed

/** Stores an entry of the wallet's history, now. */
export const historyEntry = (platform: Pick<Platform, 'clock' | 'randomBytes'>, party: Party, told: Told) => ({
  kind: 'history' as const,
  record: { id: newId(platform), at: platform.clock.now(), with: party, ...told },
})
