import type { Disclosure } from './disclosure.ts'
import type { HeldCredential, RevocationNotice } from './held-credentials.ts'
import type { Offer, OfferOutcome } from './offers.ts'
import type { Absence } from './phone-endpoint.ts'
import type { ProofOutcome, ProofRequest } from './proof-requests.ts'
import type { WalletErrorCode } from './wallet-error.ts'

export interface HolderOptions {
  /** The wallet's label for others. */
  label?: string
  /** Where the store lies; opened again when it holds one. Default: a temporary directory, removed by `close`. */
  directory?: string
  /**
   * `http`: an endpoint on 127.0.0.1, like a phone behind its mediator. `websocket`: no endpoint at all, answers come
   * back on the socket that the wallet opened.
   */
  transport?: 'http' | 'websocket'
  /** Sends each message once, also when the peer does not take it. Default: as phones do, again for half a minute. */
  sendsOnce?: boolean
  /** Shows what the agent underneath logs. */
  verbose?: boolean
}

/** The calls from the process of a test to the wallet's. */
export interface WalletCalls {
  open(options: HolderOptions): Promise<void>
  accept(id: string, choice?: { allowRevoked?: boolean }): Promise<void>
  decline(id: string, reason?: string): Promise<void>
  preview(id: string): Promise<Disclosure>
  receive(link: string): Promise<{ connectionId?: string; label: string }>
  credentials(): Promise<HeldCredential[]>
  goOffline(absence?: Absence): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
  /** Addresses of all scripts in the process. */
  loadedScripts(): Promise<string[]>
}

export type OfferContent = Omit<Offer, 'accept' | 'decline' | 'outcome'>
export type ProofRequestContent = Omit<ProofRequest, 'accept' | 'decline' | 'preview' | 'outcome'>

export type WalletEvent =
  | { kind: 'offer'; content: OfferContent }
  | { kind: 'proofRequest'; content: ProofRequestContent }
  | { kind: 'outcome'; id: string; outcome: OfferOutcome | ProofOutcome }
  | { kind: 'notification'; content: RevocationNotice }
  | { kind: 'problem'; code: WalletErrorCode; message: string }
export type Notify = (event: WalletEvent) => void

/** To the process. */
export interface CallMessage {
  call: number
  wallet: number
  method: keyof WalletCalls
  parameters: unknown[]
}
/** From it: the answer to a call, or what happened to a wallet. */
export type ProcessMessage =
  | { call: number; value?: unknown; failure?: { code?: WalletErrorCode; message: string } }
  | { wallet: number; event: WalletEvent }
