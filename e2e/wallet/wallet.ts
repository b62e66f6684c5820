import { type Decidable, decide, type Policy } from './decision.ts'
import type { HeldCredential, RevocationNotice } from './held-credentials.ts'
import { Inbox } from './inbox.ts'
import type { Offer, OfferOutcome } from './offers.ts'
import { Outcomes } from './outcomes.ts'
import type { Absence } from './phone-endpoint.ts'
import type { ProofOutcome, ProofRequest } from './proof-requests.ts'
import { toWalletError, WalletError } from './wallet-error.ts'
import { openWallet } from './wallet-link.ts'
import type { HolderOptions, WalletEvent } from './wallet-protocol.ts'

export type { Decision, Policy } from './decision.ts'
export type { Disclosure } from './disclosure.ts'
export type { HeldCredential, RevocationNotice } from './held-credentials.ts'
export type { Offer, OfferOutcome } from './offers.ts'
export type { Absence } from './phone-endpoint.ts'
export type { ProofOutcome, ProofRequest } from './proof-requests.ts'
export { WalletError, type WalletErrorCode } from './wallet-error.ts'
export { scriptsOfWallets } from './wallet-link.ts'

export interface WalletOptions extends HolderOptions {
  /** The decision about offers; `silent` leaves them to the test. */
  offers?: Policy<Offer>
  proofRequests?: Policy<ProofRequest>
}

/** A holder that behaves like a person with a phone, for tests and for trying the demo. */
export interface Wallet {
  /** May be changed at any time; holds for what arrives from then on. */
  policies: { offers: Policy<Offer>; proofRequests: Policy<ProofRequest> }
  /** Every offer, whatever the policy did with it. */
  readonly offers: Inbox<Offer>
  readonly proofRequests: Inbox<ProofRequest>
  readonly notifications: Inbox<RevocationNotice>
  /** Failures in the background, with requests that the wallet had to decline because it can't prove. */
  readonly problems: Inbox<WalletError>
  /**
   * Reads an invitation link, a short one too, and connects, or finds the connection that came of it before. A
   * connectionless request has no connection: what it asks arrives in `proofRequests`. Rejects with a `WalletError`.
   */
  receive(link: string): Promise<{ connectionId?: string; label: string }>
  credentials(): Promise<HeldCredential[]>
  /** The default absence is that of a sleeping phone, whose mediator keeps what is sent to it. */
  goOffline(absence?: Absence): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a wallet, a new one or the one in `directory`. Rejects with `store-in-use` when another process has it open.
 */
export async function createWallet(options: WalletOptions = {}): Promise<Wallet> {
  const { offers: onOffer = 'accept', proofRequests: onRequest = 'accept', ...holderOptions } = options
  const policies = { offers: onOffer, proofRequests: onRequest }
  const offers = new Inbox<Offer>('offer')
  const proofRequests = new Inbox<ProofRequest>('proof request')
  const notifications = new Inbox<RevocationNotice>('revocation notification')
  const problems = new Inbox<WalletError>('problem')
  const outcomes = new Outcomes<OfferOutcome | ProofOutcome>()
  const onFailure = (error: unknown) => problems.add(toWalletError(error))

  const follow = async <Item extends Decidable>(item: Item, policy: Policy<Item>) => {
    try {
      await decide(item, policy)
    } catch (error) {
      onFailure(error)
      // A wallet that cannot do what its holder wants says so, rather than leave the other side waiting.
      if (error instanceof WalletError && error.code === 'cannot-prove')
        await item.decline(error.message).catch(onFailure)
    }
  }
  const decisions = (id: string) => ({
    decline: (reason?: string) => call('decline', id, reason),
    accept: (choice?: { allowRevoked?: boolean }) => call('accept', id, choice),
  })
  const { call, forget } = openWallet((event: WalletEvent) => {
    switch (event.kind) {
      case 'offer': {
        const outcome = outcomes.of(event.content.id) as Promise<OfferOutcome>
        const offer: Offer = { ...event.content, ...decisions(event.content.id), outcome }
        offers.add(offer)
        return void follow(offer, policies.offers)
      }
      case 'proofRequest': {
        const { id } = event.content
        const outcome = outcomes.of(id) as Promise<ProofOutcome>
        const preview = () => call('preview', id)
        const request: ProofRequest = { ...event.content, ...decisions(id), preview, outcome }
        proofRequests.add(request)
        return void follow(request, policies.proofRequests)
      }
      case 'outcome':
        return outcomes.settle(event.id, event.outcome)
      case 'notification':
        return notifications.add(event.content)
      case 'problem':
        return problems.add(new WalletError(event.code, event.message))
    }
  })
  await call('open', holderOptions)
  return {
    policies,
    offers,
    proofRequests,
    notifications,
    problems,
    receive: (link) => call('receive', link),
    credentials: () => call('credentials'),
    goOffline: (absence) => call('goOffline', absence),
    comeBack: () => call('comeBack'),
    close: async () => {
      await call('close')
      forget()
    },
  }
}
