import type { Chosen, HistoryEntry, RequestItem } from './snapshot.ts'

/** What an answer disclosed, as the history keeps it: names, no values. */
export type Disclosed = Required<Pick<HistoryEntry, 'shown' | 'proved' | 'confirmed' | 'unrevoked'>>

/** What a wallet does with credentials of one format. A request is a verifier's, in that format. */
export interface CredentialFormat<Credential, Request> {
  /** What is asked, each with the credentials that answer it, or why none does. */
  match(request: Request, credentials: Credential[]): RequestItem[]
  /** What an answer discloses. Throws `cannot-prove` when something has no answer. */
  disclose(request: Request, chosen: Chosen, credentials: Credential[]): Disclosed
  /** The presentation to send. Rejects with `cannot-prove`, `revoked`, `unreachable` or `untrusted`. */
  present(request: Request, chosen: Chosen, credentials: Credential[]): Promise<Record<string, unknown>>
  /** Looks up whether a credential is revoked. Rejects with `revoked`, `unreachable` or `untrusted`. */
  status(credential: Credential): Promise<void>
}
