import type { HolderErrorCode, Snapshot } from '@lastmile/holder'
import type { PasskeyLock } from '../storage/passkey-lock.ts'
import type { ToWorker } from './read-message.ts'

type NumberedCall = Extract<ToWorker, { type: 'call' }>

/** An action open to the page. */
export type Call = { [Each in NumberedCall as Each['action']]: Pick<Each, 'action' | 'args'> }[NumberedCall['action']]

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
  /** There is no network just now, or the other side does not answer; the action waits. */
  | 'offline'
  | 'away'
  /** The browser deleted this site's data, as when a visitor clears it. */
  | 'deleted-storage'
  /** The browser did not delete it. */
  | 'not-erased'
  /** The visitor cancelled, or has no passkey here. */
  | 'no-passkey'
  /** The passkey lacks the pseudo-random function. */
  | 'unsuited-passkey'
  | 'keyless-passkey'
  /** A record breaks the page that renders it. */
  | 'not-shown'
  /** Browsers allow key storage only on https and localhost. */
  | 'not-secure'

export interface OpenedWallet {
  snapshot: Snapshot
  /** Whether the wallet outlives the page. */
  isKept: boolean
  /** Whether it needs a passkey. */
  isLocked: boolean
}

export type WalletState =
  | { status: 'opening' }
  | ({ status: 'open' } & OpenedWallet)
  /** This passkey opens it. */
  | { status: 'locked'; lock: Pick<PasskeyLock, 'credentialId' | 'input'> }
  /** Another tab has it open. */
  | { status: 'elsewhere' }
  | { status: 'failed'; failure: WalletFailure }
