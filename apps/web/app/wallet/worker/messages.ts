import type { Holder, HolderErrorCode, Snapshot } from '@lastmile/holder'
import type { AnsweredPasskey, PasskeyLock } from '../storage/passkey-lock.ts'

/** The actions open to the page. */
export type Action =
  | 'receive'
  | 'withdraw'
  | 'accept'
  | 'decline'
  | 'answer'
  | 'checkRevocations'
  | 'remove'
  | 'removeUnreadable'
  | 'erase'
  | 'export'
  | 'import'

type HolderCall = { [A in Action]: { action: A; args: Parameters<Holder[A]> } }[Action]

/** Actions on the wallet as a whole. */
type LockCall =
  /** From then on only this passkey opens it. */
  | { action: 'lock'; args: [AnsweredPasskey] }
  | { action: 'removeLock'; args: [] }
  /** Forgets the key that the passkey gave. */
  | { action: 'lockAgain'; args: [] }
  | { action: 'unlock'; args: [AnsweredPasskey['secret']] }

export type Call = HolderCall | LockCall

export type ToWorker =
  /** Opens the wallet. @param force takes it from another tab that has it open */
  | { type: 'open'; force: boolean }
  /** The network or the page is back. */
  | { type: 'wake' }
  | ({ type: 'call'; id: number } & Call)

export type FromWorker =
  | { type: 'state'; state: WalletState }
  /** Another site wants its visitor back there, who has answered it. */
  | { type: 'return'; url: string }
  | ({ type: 'answer'; id: number } & Answer)

export interface Answer {
  /** Reason for a failure. */
  failure?: WalletFailure
  /** The wallet file, from `export`. */
  file?: Blob
}

export type WalletFailure =
  | HolderErrorCode
  /** No peer can be reached just now; the action waits. */
  | 'offline'
  /** The browser deleted this site's data, as when a visitor clears it. */
  | 'deleted-storage'
  /** The browser did not delete it. */
  | 'not-erased'
  /** The visitor cancelled, or has no passkey here. */
  | 'no-passkey'
  /** The passkey lacks the pseudo-random function. */
  | 'unsuited-passkey'
  /** A record breaks the page that renders it. */
  | 'not-shown'
  /** The wallet's code failed to load. */
  | 'not-loaded'
  /** Browsers allow key storage only on https and localhost. */
  | 'not-secure'

export type WalletState =
  | { status: 'opening' }
  | {
      status: 'open'
      snapshot: Snapshot
      /** Whether the wallet outlives the page. */
      isKept: boolean
      /** Whether it needs a passkey. */
      isLocked: boolean
    }
  /** This passkey opens it. */
  | { status: 'locked'; lock: Pick<PasskeyLock, 'credentialId' | 'input'> }
  /** Another tab has it open. */
  | { status: 'elsewhere' }
  | { status: 'failed'; failure: WalletFailure }
