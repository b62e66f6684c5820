import type { CredentialSnapshot, OfferOptions } from './exchanges.ts'

/** Exchanges that begin with an invitation alone, which has an address for each device that a wallet may be on. */
export interface InvitationExchanges {
  /** Offers to any wallet that takes the invitation, once. */
  offerByInvitation(options: LimitedOffer): Promise<CredentialSnapshot>
  /** The addresses of an offer; undefined once it has ended. */
  offerInvitation(credentialId: string): Promise<OfferInvitation | undefined>
  /** The addresses of a question; undefined once it has ended. */
  proofInvitation(proofId: string): Promise<ProofInvitation | undefined>
}

export interface LimitedOffer extends OfferOptions {
  /** How long it is valid from the moment its wallet takes the offer; about a year by default. */
  validSeconds?: number | undefined
}

/** Addresses of an offer that any wallet can take, once. */
export interface OfferInvitation extends ProofInvitation {
  acrossDevices: {
    invitationUrl: string
    /** Its holder types it in, so that a stranger who sees the invitation takes nothing. */
    txCode: string
  }
}

/** Addresses of a question that any wallet can answer, once. */
export interface ProofInvitation {
  /** For a wallet on the device that shows it: the answer counts in the browser that asked. */
  invitationUrl: string
  /** For one on another device. */
  acrossDevices: { invitationUrl: string }
}
