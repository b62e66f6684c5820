export type Fetch = typeof globalThis.fetch

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** @returns cancels it */
  after(milliseconds: number, call: () => void): () => void
}

/** A platform's services for all. */
export interface Platform {
  fetch: Fetch
  clock: Clock
}

/** The part of a `WebSocket` that is needed. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  /** Called once, also when it could not be opened. */
  onclose: (() => void) | null
}

/** Where encrypted records are kept: IndexedDB, a file, memory. */
export interface Storage {
  get(kind: string, id: string): Promise<Uint8Array | undefined>
  list(kind: string): Promise<{ id: string; encrypted: Uint8Array }[]>
  /** All or nothing: the changes are one transaction. */
  write(changes: Change[]): Promise<void>
  /** Removes everything, then writes, in one transaction. */
  replace(changes: Change[]): Promise<void>
}

/** A record to be kept, or without `encrypted` to be removed. */
export interface Change {
  kind: string
  id: string
  encrypted?: Uint8Array
}

/** Encrypts stored records with a key that nothing else sees. `decrypt` rejects for another key or another `about`. */
export interface Cipher {
  /** @param about what the bytes are, bound to them: a record can't be put in another's place */
  encrypt(plain: Uint8Array, about: string): Promise<Uint8Array>
  decrypt(encrypted: Uint8Array, about: string): Promise<Uint8Array>
}
