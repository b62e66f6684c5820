import { endedTooMany } from '../../../core/state-table.ts'
import { type Change, type PeerRecord, removal, type Store } from './didcomm-records.ts'
import { issuingStates } from './issuing-states.ts'
import { provingStates } from './proving-states.ts'

/** Milliseconds for which a message is tried, and a handshake that came to nothing is shown. */
const longestTried = 7 * 24 * 60 * 60_000

/** Ids of messages that are tried no more. */
export const lateMessages = (vault: Store, now: number): string[] =>
  vault.all('outgoing').flatMap(({ id, at }) => (at < now - longestTried ? id : []))

/** Records that ended so long ago that they are deleted: no peer can make a wallet grow without end. */
export function expiredRecords(vault: Store, now: number): Change[] {
  const offers = endedTooMany(issuingStates, vault.all('offer'))
  const requests = endedTooMany(provingStates, vault.all('request'))
  const used = new Set([...vault.all('request'), ...vault.all('outgoing')].map(({ peerId }) => peerId))
  for (const { peerId } of requests) used.delete(peerId)
  const isUnused = ({ id, state, since }: PeerRecord) =>
    state === 'connectionless' ? !used.has(id) : state !== 'connected' && since < now - longestTried
  const unused = vault.all('peer').filter(isUnused)
  return [
    ...offers.map(({ id }) => removal('offer', id)),
    ...requests.map(({ id }) => removal('request', id)),
    ...unused.flatMap(({ id, threadId = '' }) => [removal('peer', id), removal('outgoing', threadId)]),
  ]
}
