import type { Holder, HolderErrorCode, Snapshot } from '@lastmile/holder'

/** What the page may have the wallet do. */
export type Action = 'receive' | 'accept' | 'decline' | 'answer' | 'checkRevocations' | 'remove' | 'erase'

/** A call of the holder, with its arguments. */
export type HolderCall = { [A in Action]: { action: A; args: Parameters<Holder[A]> } }[Action]

/** From the page to its worker. */
export type ToWorker =
  /** Opens the wallet. @param force even if another tab has it open, which then loses it */
  | { type: 'open'; force: boolean }
  /** Forgets a wallet that can't be read, and opens a new one. */
  | { type: 'start-over' }
  /** The network is back, or the page is looked at again. */
  | { type: 'wake' }
  | ({ type: 'call'; id: number } & HolderCall)

/** From the worker to its page. */
export type FromWorker =
  | { type: 'state'; state: WalletState }
  /** The call was carried out, or why it was not. */
  | { type: 'answer'; id: number; failure?: WalletFailure }

export type WalletFailure =
  | HolderErrorCode
  /** The browser has deleted what it kept of this site, as when a person clears its data. */
  | 'deleted-storage'
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
    }
  /** Another tab has it open. */
  | { status: 'elsewhere' }
  | { status: 'failed'; failure: WalletFailure }
