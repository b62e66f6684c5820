import type { Holder, HolderErrorCode, Snapshot } from '@lastmile/holder'
import type { AnsweredPasskey, PasskeyLock } from '../storage/passkey-lock.ts'

/** What the page may have the wallet do. */
export type Action =
  | 'receive'
  | 'accept'
  | 'decline'
  | 'answer'
  | 'checkRevocations'
  | 'remove'
  | 'removeUnreadable'
  | 'erase'
  | 'export'
  | 'import'

/** A call of the holder, with its arguments. */
type HolderCall = { [A in Action]: { action: A; args: Parameters<Holder[A]> } }[Action]

/** What is done with a wallet as a whole. */
type LockCall =
  /** From the next time on it opens with this passkey alone. */
  | { action: 'lock'; args: [AnsweredPasskey] }
  /** It opens without a passkey again. */
  | { action: 'removeLock'; args: [] }
  /** Opens it with what its passkey answered. */
  | { action: 'unlock'; args: [AnsweredPasskey['secret']] }

export type Call = HolderCall | LockCall

/** From the page to its worker. */
export type ToWorker =
  /** Opens the wallet. @param force even if another tab has it open, which then loses it */
  | { type: 'open'; force: boolean }
  /** The network is back, or the page is looked at again. */
  | { type: 'wake' }
  | ({ type: 'call'; id: number } & Call)

/** From the worker to its page. */
export type FromWorker = { type: 'state'; state: WalletState } | ({ type: 'answer'; id: number } & Answer)

/** What came of a call. */
export interface Answer {
  /** Why it was not carried out. */
  failure?: WalletFailure
  /** The wallet, of `export`. */
  file?: Blob
}

export type WalletFailure =
  | HolderErrorCode
  /** The browser has deleted what it kept of this site, as when a person clears its data. */
  | 'deleted-storage'
  /** No wallet is as large as this file. */
  | 'large-file'
  /** No passkey was used: the visitor thought better of it, or has none here. */
  | 'no-passkey'
  /** The passkey has no pseudo-random function. */
  | 'unsuited-passkey'
  /** Something in the wallet breaks the page that shows it. */
  | 'not-shown'
  /** The wallet's code did not come. */
  | 'not-loaded'
  /** This address is no place for keys: browsers allow them on https and on localhost alone. */
  | 'not-secure'

export type WalletState =
  | { status: 'opening' }
  | {
      status: 'open'
      snapshot: Snapshot
      /** Whether the browser keeps it when the page is closed. */
      isKept: boolean
      /** Whether it takes a passkey to open it. */
      isLocked: boolean
    }
  /** It takes this passkey to open it. */
  | { status: 'locked'; lock: Pick<PasskeyLock, 'credentialId' | 'input'> }
  /** Another tab has it open. */
  | { status: 'elsewhere' }
  | { status: 'failed'; failure: WalletFailure }
