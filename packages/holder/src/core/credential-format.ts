import type { Doubt } from './history.ts'
import type { Chosen, HeldCredential, HistoryEntry, RequestItem } from './snapshot.ts'

/** The disclosure of an answer, as the history keeps it: names, no values. */
export type Disclosed = Pick<HistoryEntry, 'shown' | 'visible' | 'proved' | 'confirmed' | 'unrevoked' | 'unread'>

/** A credential's content, with its issuer's words as they were written. */
export type ShownCard = Pick<HeldCredential, 'attributes' | 'stated' | 'revocable' | 'registrySize' | 'unlinkable'>

/** Whether a credential is good, as it was looked up. */
export type Status = 'valid' | 'revoked' | Doubt

/** An answer to be sent, and what its verifier sees in it. */
export interface Presented<Presentation> {
  presentation: Presentation
  disclosed: Disclosed
}

/** A wallet's operations on credentials of one format. A request is a verifier's, in that format. */
export interface CredentialFormat<Credential, Request> {
  /** The requested items, each with the credentials that answer it, or why none does. */
  match(request: Request, credentials: Credential[]): RequestItem[]
  /** Rejects with `cannot-prove`, `revoked`, `unreachable`, `untrusted` or `wrong-clock`, or with a new doubt. */
  present(request: Request, chosen: Chosen, credentials: Credential[]): Promise<Presented<Record<string, unknown>>>
  /** Looks up whether a credential is good, and notes what it finds. */
  status(credential: Credential): Promise<unknown>
}

/** Unrevoked ones before others, then the newest. */
export const bestFirst = <Credential extends { revokedAt?: number; receivedAt: number }>(
  credentials: readonly Credential[],
): Credential[] =>
  [...credentials].sort(
    (one, other) => Number(!!one.revokedAt) - Number(!!other.revokedAt) || other.receivedAt - one.receivedAt,
  )
