import type { AnonCreds } from './anoncreds.ts'
import type { Chosen, Snapshot } from './snapshot.ts'

export type * from './anoncreds.ts'
export type * from './snapshot.ts'

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
  /** Forgets everything, keys too. The holder goes on with an empty wallet. */
  erase(): Promise<void>
  /** The whole wallet as one encrypted file. */
  export(password: string): Promise<Uint8Array>
  /** Puts an exported wallet in the place of this one. Rejects with `wrong-password` and `unreadable-file`; nothing has changed then. */
  import(file: Uint8Array, password: string): Promise<void>
  /** To be called when the network is back or the page is looked at again: tries now what waits to be tried again. */
  wake(): void
  /** Ends sockets and timers; what is stored stays. */
  close(): Promise<void>
}

export type Received = { connectionId: string } | { requestId: string }

/** What a holder stands on. Browsers, Node and tests hand in their own. */
export interface HolderParts {
  /** What the wallet calls itself to others. */
  label: string
  anoncreds: AnonCreds
  storage: Storage
  sealing: Sealing
  /** Opens a WebSocket that sends and receives text. */
  openSocket(url: string): Socket
  fetch: typeof fetch
  /** Cryptographically strong. */
  randomBytes(length: number): Uint8Array
  clock: Clock
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** @returns cancels it */
  after(milliseconds: number, call: () => void): () => void
}

/** The part of a browser's `WebSocket` that is needed. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  /** Called once, also when it could not be opened. */
  onclose: (() => void) | null
  onerror: (() => void) | null
}

/** Where sealed records are kept: IndexedDB, a file, memory. */
export interface Storage {
  get(kind: string, id: string): Promise<Uint8Array | undefined>
  list(kind: string): Promise<{ id: string; sealed: Uint8Array }[]>
  /** All or nothing: the changes are one transaction. */
  write(changes: Change[]): Promise<void>
  /** Removes everything, then writes, in one transaction. */
  replace(changes: Change[]): Promise<void>
}

/** A record to be kept, or without `sealed` to be removed. */
export interface Change {
  kind: string
  id: string
  sealed?: Uint8Array
}

/** Encrypts what is stored, by a key that nothing else sees. `open` rejects when `sealed` is not of this key and `about`. */
export interface Sealing {
  /** @param about what the bytes are, bound to them: a record can't be put in another's place */
  seal(plain: Uint8Array, about: string): Promise<Uint8Array>
  open(sealed: Uint8Array, about: string): Promise<Uint8Array>
}

/** Why a wallet could not do what it was told; the face has a sentence for each. */
export type HolderErrorCode =
  | 'not-an-invitation'
  /** Of a protocol that this wallet does not speak (connections 1.0, DIDComm v2). */
  | 'unsupported-invitation'
  /** Nobody answered at an address that had to be asked. */
  | 'unreachable'
  /** There is no such open offer or request, or no such credential. */
  | 'not-open'
  /** A definition, schema or status list is missing, forged or not as it should be. */
  | 'untrusted'
  /** No credential fits what is asked. */
  | 'cannot-prove'
  | 'revoked'
  /** More than this wallet keeps. */
  | 'full'
  | 'wrong-password'
  | 'unreadable-file'
  | 'failed'

export class HolderError extends Error {
  override readonly name = 'HolderError'
  readonly code: HolderErrorCode
  constructor(code: HolderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
