import type { Chosen, Snapshot } from './snapshot.ts'

/**
 * A wallet: keeps keys and credentials, talks to issuers and verifiers, decides nothing. Everything that it is told to do
 * is stored before it is sent, so that it completes when the network, the page or the other side is back.
 */
export interface Holder {
  snapshot(): Snapshot
  /** Called with each new snapshot. @returns ends it */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
  /**
   * Takes an invitation, by its link or a short one. Resolves when it is read and what follows is stored; how that goes is in the
   * snapshots. An invitation that was taken before leads to what came of it. Rejects with `HolderError`.
   */
  receive(link: string): Promise<Received>
  /** Asks for an offered credential. Rejects with `HolderError` when the offer is not open, or what is published is not as it should be. */
  accept(offerId: string): Promise<void>
  /** Declines an offer or a request. @param reason told to the other side */
  decline(id: string, reason?: string): Promise<void>
  /** Proves what is asked. Rejects with `HolderError`, and sends nothing, when it can't. */
  answer(requestId: string, chosen?: Chosen): Promise<void>
  /** Looks up whether the issuers have revoked credentials. Resolves when each was asked; those out of reach stay as they are. */
  checkRevocations(): Promise<void>
  /** Forgets a credential for good. */
  remove(credentialId: string): Promise<void>
  /** Forgets what is kept and can't be read. */
  removeUnreadable(): Promise<void>
  /** Forgets everything, keys too. The holder goes on with an empty wallet. */
  erase(): Promise<void>
  /** The whole wallet as one encrypted file. */
  export(password: string): Promise<Uint8Array>
  /**
   * Puts an exported wallet in the place of this one. Rejects with `wrong-password`, `unreadable-file`, `damaged-file` or `newer-file`;
   * nothing has changed then.
   */
  import(file: Uint8Array, password: string): Promise<void>
  /** To be called when the network is back or the page is looked at again: tries now what waits to be tried again. */
  wake(): void
  /** Ends sockets and timers; what is stored stays. */
  close(): Promise<void>
}

export type Received = { connectionId: string } | { requestId: string }
