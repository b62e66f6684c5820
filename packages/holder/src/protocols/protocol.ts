import type { Holder } from '../core/port.ts'
import type { Chosen, Connection, Offer, Party, ProofRequest } from '../core/snapshot.ts'

/** An offer or a request in a state of its protocol's, with others' words as they wrote them. */
type InProtocol<Shown> = Omit<Shown, 'state' | 'possible'> & { state: string }

export interface Shown {
  connections: Connection[]
  offers: InProtocol<Offer>[]
  requests: InProtocol<ProofRequest>[]
  /** How many messages wait until they can be sent. */
  waiting: number
  /** Absent where no connection is needed now. */
  link?: 'online' | 'connecting' | undefined
  /** Those that something waits for until they can be reached. */
  unreachable: Party[]
}

/** A family of protocols: how offers and requests come, and what is sent back. */
export interface Protocol extends Pick<Holder, 'receive' | 'withdraw' | 'accept' | 'giveUp' | 'wake'> {
  shown(): Shown
  /** Whether the link may be of this protocol. Throws `HolderError` for one that is, and can't be taken. */
  takes(link: string): boolean
  /** Whether it has an offer or a request of that id. */
  has(id: string): boolean
  decline(id: string, reason: string): Promise<void>
  answer(requestId: string, chosen: Chosen): Promise<void>
  /** Removes what ended long ago. */
  sweep(): Promise<void>
  /** Resolves when nothing is under way, and begins nothing until `goOn`. */
  pause(): Promise<void>
  /** Sends, fetches and reads what is left to do. */
  goOn(): void
}
