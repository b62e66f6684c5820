import { mostEnded } from '../../core/limits.ts'
import { oldest } from '../../core/oldest.ts'
import { issuingStates } from './issuing-states.ts'
import { provingStates } from './proving-states.ts'
import { type PeerRecord, type RecordChange, removal, type WalletVault } from './records.ts'

/** Lines of history that are kept. */
const mostLines = 1_000
/** Milliseconds for which a message is tried, and a handshake that came to nothing is shown. */
const longestTried = 7 * 24 * 60 * 60_000

/** Ids of messages that are tried no more. */
export const lateMessages = (vault: WalletVault, now: number): string[] =>
  vault.all('outgoing').flatMap(({ id, at }) => (at < now - longestTried ? id : []))

/** Records that ended so long ago that they are deleted: no peer can make a wallet grow without end. */
export function oldRecords(vault: WalletVault, now: number): RecordChange[] {
  const over = (record: { state: string }, states: Record<string, object>) =>
    Object.keys(states[record.state] ?? {}).length === 0
  const offers = vault.all('offer').filter((offer) => over(offer, issuingStates))
  const requests = vault.all('request').filter((request) => over(request, provingStates))
  const gone = oldest(requests, ({ receivedAt }) => receivedAt, mostEnded)
  const used = new Set([...vault.all('request'), ...vault.all('outgoing')].map(({ peerId }) => peerId))
  for (const { peerId } of gone) used.delete(peerId)
  const isUnused = ({ id, state, since }: PeerRecord) =>
    state === 'connectionless' ? !used.has(id) : state !== 'connected' && since < now - longestTried
  const unused = vault.all('peer').filter(isUnused)
  return [
    ...oldest(offers, ({ receivedAt }) => receivedAt, mostEnded).map(({ id }) => removal('offer', id)),
    ...gone.map(({ id }) => removal('request', id)),
    ...unused.flatMap(({ id, threadId = '' }) => [removal('peer', id), removal('outgoing', threadId)]),
    ...oldest(vault.all('history'), ({ at }) => at, mostLines).map(({ id }) => removal('history', id)),
  ]
}
