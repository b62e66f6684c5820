import type { Subscription } from '@lastmile/contracts'
import type { ConnectionService } from '../modules/connections/service.ts'
import type { CredentialService } from '../modules/credentials/service.ts'
import type { Ledger } from '../modules/ledger/ledger.ts'
import type { ProofService } from '../modules/proofs/service.ts'
import type { Entry, EntryKind } from '../platform/database/schema.ts'
import type { DomainEvent } from '../platform/process/event-publisher.ts'

/** Rooms hold what belongs to one visitor, so only `openSubscription` below may let a socket in. */
const roomOf = (kind: EntryKind, id: string) => `${kind}:${id}`

const roomOfConnection = (id: string | null) => (id === null ? [] : [roomOf('connection', id)])

/** The rooms that get an event. */
export function roomsOf(event: DomainEvent): string[] {
  if (event.type === 'message') {
    const { connectionId, credentialId, proofId } = event.message
    if (proofId !== null) return [roomOf('proof', proofId)]
    return credentialId === null ? roomOfConnection(connectionId) : [roomOf('credential', credentialId)]
  }
  const { kind, id, connectionId } = event.type === 'entry' ? event.entry : event.position
  return kind === 'connection' ? [roomOf(kind, id)] : [...roomOfConnection(connectionId), roomOf(kind, id)]
}

export interface OpenedSubscription {
  room: string
  /** The present state of everything the subscription is about. */
  replay(): Promise<Entry[]>
}

interface Services {
  ledger: Ledger
  connections: ConnectionService
  credentials: CredentialService
  proofs: ProofService
}

/**
 * Checks that the visitor may subscribe. Ownership is read from the database only when needed.
 * @throws ApiError 404 when it is not the visitor's
 */
export async function openSubscription(
  { ledger, connections, credentials, proofs }: Services,
  visitor: string,
  subscription: Subscription,
): Promise<OpenedSubscription> {
  if ('credentialId' in subscription) {
    const id = subscription.credentialId
    await credentials.entries.owned(visitor, id)
    return { room: roomOf('credential', id), replay: async () => [await credentials.entries.get(visitor, id)] }
  }
  if ('proofId' in subscription) {
    const id = subscription.proofId
    await proofs.entries.owned(visitor, id)
    return { room: roomOf('proof', id), replay: async () => [(await proofs.get(visitor, id)).proof] }
  }
  const id = subscription.connectionId
  await connections.entries.owned(visitor, id)
  const reconciled = (entry: Entry): Promise<Entry> => {
    if (entry.kind === 'connection') return connections.entries.reconcile(entry)
    return entry.kind === 'credential' ? credentials.entries.reconcile(entry) : proofs.entries.reconcile(entry)
  }
  const replay = async () => {
    const entries = await ledger.onConnection(visitor, id)
    return (await Promise.all(entries.map(reconciled))).filter(isWorthSending)
  }
  return { room: roomOf('connection', id), replay }
}

/** Not what never reached the wallet, which was the answer to its own call, and not a proof that nothing is left of. */
const isWorthSending = ({ kind, refusal, forgotten }: Entry) =>
  refusal !== 'unreachable' && !(kind === 'proof' && forgotten === 1)
