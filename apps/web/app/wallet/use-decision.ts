import type { HistoryEntry, Offer, ProofRequest, Snapshot } from '@lastmile/holder'
import { useState } from 'react'
import { useNow } from './use-now.ts'

type Decision = Offer | ProofRequest

/** Milliseconds that the wallet waits for the word of a verifier, which may never come. */
const patience = 20_000

export const isOpen = ({ state }: Decision) => state === 'offered' || state === 'asked'

/** A request that can't be answered must not stand before the offer that would change it. */
const isPossible = (item: Decision) => !('items' in item) || item.possible

/** One at a time, oldest first, each until its outcome was read; each can be put off. */
export function useDecision(snapshot: Snapshot) {
  const [later, setLater] = useState<readonly string[]>([])
  const [lastId, setLastId] = useState<string>()
  const all = useUnfinished(snapshot, lastId)
  const candidates = all.filter(({ id }) => !later.includes(id))
  const current = candidates.find((item) => item.id === lastId && !(isOpen(item) && !isPossible(item)))
  const [latest] = snapshot.history
  const isEnded = latest?.about === lastId && [...later, ...all.map(({ id }) => id)].every((id) => id !== lastId)
  const outcome = isEnded ? latest : undefined
  const shown = current ?? (outcome ? undefined : candidates[0])
  if (shown && shown.id !== lastId) setLastId(shown.id)
  return {
    shown,
    outcome,
    waiting: all.filter(isOpen).length,
    onTheWay: all.filter((item) => !isOpen(item)).length,
    /** Whether another one follows the outcome by itself. */
    hasNext: candidates.length > 0,
    onOutcomeRead: () => setLastId(undefined),
    onLater: () => shown && setLater([...later, shown.id]),
    onAllLater: () => setLater(all.map(({ id }) => id)),
    onShow: () => {
      setLater([])
      setLastId(undefined)
    },
  }
}

/**
 * Open decisions, and those under way.
 *
 * @param lastId of the one shown, which may not have left yet without a network
 */
function useUnfinished(
  { offers, requests, history, network, unreachable }: Snapshot,
  lastId: string | undefined,
): Decision[] {
  const ends = ({ id, state }: ProofRequest) =>
    state === 'asked' ? Number.POSITIVE_INFINITY : sharedAt(history, id) + patience
  const now = useNow(...requests.map(ends))
  const isAway = network === 'offline' || unreachable.length > 0
  const isAwaited = (request: ProofRequest) =>
    ends(request) > now || request.isUnsent || (isAway && request.id === lastId)
  return [...offers, ...requests.filter(isAwaited)].sort(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      Number(isPossible(b)) - Number(isPossible(a)) ||
      a.receivedAt - b.receivedAt,
  )
}

const sharedAt = (history: readonly HistoryEntry[], id: string) =>
  history.find(({ what, about }) => what === 'shared' && about === id)?.at ?? 0
