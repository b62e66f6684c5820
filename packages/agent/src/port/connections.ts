import type { ConnectionState } from '@lastmile/contracts'
import type {
  CredentialSnapshot,
  InvitationAddress,
  InvitationOptions,
  OfferOptions,
  ProofSnapshot,
  Question,
} from './exchanges.ts'

/** Exchanges with wallets that stay connected. */
export interface ConnectionExchanges {
  /** A single-use invitation; the connection id exists from here on. */
  createInvitation(options: InvitationOptions): Promise<Invitation>
  /** The content of an invitation's address of this protocol; undefined for any other address. */
  describeInvitation(invitationUrl: string): Promise<InvitationDescription | undefined>
  getConnection(connectionId: string): Promise<ConnectionSnapshot | undefined>
  /**
   * Deletes the connection, the wallet's label and keys included, or an unused invitation: no wallet can use
   * it any more. Idempotent; an unknown id counts as forgotten.
   */
  forgetConnection(connectionId: string): Promise<void>

  /** Offers a credential, with a status entry of its own when the definition is revocable. */
  offer(options: CommentedOffer, connection: ByConnection): Promise<CredentialSnapshot>
  /** Asks the wallet to show and prove something. Throws `invalid` when others' credentials are to answer. */
  ask(question: Question, connection: ByConnection): Promise<ProofSnapshot>
}

export interface ByConnection {
  connectionId: string
}

export interface CommentedOffer extends OfferOptions {
  comment?: string | undefined
}

export interface Invitation extends InvitationAddress {
  connectionId: string
}

/** A stranger can write such an address, so only the id counts in one that came from outside. */
export interface InvitationDescription {
  invitationId: string
  /** Of the inviter. */
  label: string
  /** Names of the attributes that the question in the invitation is about; absent where it holds none. */
  wants?: string[]
  /** JSON, for wallets that fetch the invitation from its short address. */
  message: string
}

/** `complete` is the API's word for pages. */
export type ConnectionProgress = Exclude<ConnectionState, 'complete'>

export interface ConnectionSnapshot {
  connectionId: string
  state: ConnectionProgress
}
