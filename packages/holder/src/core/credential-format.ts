import type { Chosen, HeldCredential, HistoryEntry, RequestItem } from './snapshot.ts'

/** The disclosure of an answer, as the history keeps it: names, no values. */
export type Disclosed = Required<Pick<HistoryEntry, 'shown' | 'proved' | 'confirmed' | 'unrevoked'>>

/** A wallet's operations on credentials of one format. A request is a verifier's, in that format. */
export interface CredentialFormat<Credential, Request> {
  /** The requested items, each with the credentials that answer it, or why none does. */
  match(request: Request, credentials: Credential[]): RequestItem[]
  /** The disclosure of an answer. Throws `cannot-prove` when an item has no answer. */
  disclose(request: Request, chosen: Chosen, credentials: Credential[]): Disclosed
  /** The presentation to send. Rejects with `cannot-prove`, `revoked`, `unreachable`, `untrusted` or `wrong-clock`. */
  present(request: Request, chosen: Chosen, credentials: Credential[]): Promise<Record<string, unknown>>
  /** Looks up whether a credential is revoked. Rejects with `revoked`, or as `present` does. */
  status(credential: Credential): Promise<void>
  /** How it can be revoked, as a snapshot says it. */
  revocability(credential: Credential): Pick<HeldCredential, 'revocable' | 'registrySize'>
}

/** Unrevoked ones before others, then the newest. */
export const bestFirst = <Credential extends { revokedAt?: number; receivedAt: number }>(
  credentials: readonly Credential[],
): Credential[] =>
  [...credentials].sort(
    (one, other) => Number(!!one.revokedAt) - Number(!!other.revokedAt) || other.receivedAt - one.receivedAt,
  )
