import type { Chosen, Snapshot } from './snapshot.ts'

/**
 * A wallet: keeps keys and credentials, talks to issuers and verifiers, decides nothing. It stores every order before
 * it sends anything, so that the order completes when network, page or peer is back.
 */
export interface Holder {
  snapshot(): Snapshot
  /** Called with each new snapshot. @returns ends it */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
  /**
   * Takes an invitation by its link, long or short. Resolves when the next step is stored; snapshots show the rest. A
   * known invitation leads to its connection. Rejects with `HolderError`.
   */
  receive(link: string): Promise<Received>
  /**
   * Asks for an offered credential. Rejects with `HolderError` when the offer is closed, published objects are
   * unsound, or the code is not the issuer's.
   * @param code that the issuer shows, where the offer wants one
   */
  accept(offerId: string, code?: string): Promise<void>
  /** Ends an open request or offer whose invitation its page takes back; an answered one stays. Idempotent. */
  withdraw(link: string): Promise<void>
  /** Declines an offer or a request. @param reason sent to the other side */
  decline(id: string, reason?: string): Promise<void>
  /**
   * Ends the wait for an accepted credential, or for an answer to leave. Rejects with `not-open`. The other side may
   * have had its message.
   */
  giveUp(id: string): Promise<void>
  /** Answers a request with a proof. Rejects with `HolderError`, and sends nothing, when it can't or a doubt is new. */
  answer(requestId: string, chosen?: Chosen): Promise<void>
  /** Asks the issuers whether credentials are revoked. Resolves once each was asked; if none answers, cards say so. */
  checkRevocations(): Promise<void>
  /** Forgets a credential for good. */
  remove(credentialId: string): Promise<void>
  /** Deletes records that can't be read. */
  removeUnreadable(): Promise<void>
  /** Forgets everything, keys too. The holder goes on with an empty wallet. */
  erase(): Promise<void>
  /** The whole wallet as one encrypted file. */
  export(password: string): Promise<Uint8Array>
  /**
   * Replaces this wallet by an exported one. Rejects with `wrong-password`, `unreadable-file`, `damaged-file`,
   * `large-file` or `newer-file` and then changes nothing.
   */
  import(file: Uint8Array, password: string): Promise<void>
  /** To be called when the network is back or the page is looked at again: tries now what waits to be tried again. */
  wake(): void
  /** Ends sockets and timers; what is stored stays. */
  close(): Promise<void>
}

export type Received = { connectionId: string } | { requestId: string } | { offerId: string }
