import './native.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogLevel } from '@credo-ts/core'
import { DidCommEventTypes, DidCommHttpOutboundTransport, type DidCommMessageReceivedEvent } from '@credo-ts/didcomm'
import { type Decidable, decide, type Policy } from './decision.ts'
import { type HeldCredential, listCredentials, type RevocationNotice, watchRevocations } from './held-credentials.ts'
import { createHolderAgent } from './holder-agent.ts'
import { holderFetch, onceFetch } from './holder-fetch.ts'
import { Inbox } from './inbox.ts'
import { type Offer, watchOffers } from './offers.ts'
import { type Absence, PhoneEndpoint } from './phone-endpoint.ts'
import { type ProofRequest, watchProofRequests } from './proof-requests.ts'
import { receiveLink } from './receive-link.ts'
import { ReturnRouteTransport } from './return-route-transport.ts'
import { keepSocketsOpen } from './socket-keeper.ts'
import { openStoreFile, writeStoreFile } from './store-file.ts'
import { lockStore } from './store-lock.ts'
import { toWalletError, WalletError } from './wallet-error.ts'

export type { Decision, Policy } from './decision.ts'
export type { Disclosure } from './disclosure.ts'
export type { HeldCredential, RevocationNotice } from './held-credentials.ts'
export type { Offer, OfferOutcome } from './offers.ts'
export type { Absence } from './phone-endpoint.ts'
export type { ProofOutcome, ProofRequest } from './proof-requests.ts'
export { WalletError, type WalletErrorCode } from './wallet-error.ts'

export interface WalletOptions {
  /** What the wallet calls itself to others. */
  label?: string
  /** Where the store lies; opened again when it holds one. Default: a temporary directory, removed by `close`. */
  directory?: string
  /**
   * `http`: an endpoint on 127.0.0.1, like a phone behind its mediator. `websocket`: no endpoint at all, answers come
   * back on the socket that the wallet opened.
   */
  transport?: 'http' | 'websocket'
  /** What to do with offers; `silent` leaves them to the test. */
  offers?: Policy<Offer>
  proofRequests?: Policy<ProofRequest>
  /** Sends each message once, also when nobody takes it. Default: as phones do, again for half a minute. */
  sendsOnce?: boolean
  /** Shows what the agent underneath logs. */
  verbose?: boolean
}

/** A holder that behaves like a person with a phone, for tests and for trying the demo. */
export interface Wallet {
  readonly directory: string
  /** May be changed at any time; holds for what arrives from then on. */
  policies: { offers: Policy<Offer>; proofRequests: Policy<ProofRequest> }
  /** Every offer, whatever the policy did with it. */
  readonly offers: Inbox<Offer>
  readonly proofRequests: Inbox<ProofRequest>
  readonly notifications: Inbox<RevocationNotice>
  /** What failed in the background; requests that the wallet had to decline because it can't prove, too. */
  readonly problems: Inbox<WalletError>
  /**
   * Reads an invitation link, a short one too, and connects, or finds the connection that came of it before. A connectionless request has no connection: what it asks arrives in
   * `proofRequests`. Rejects with a `WalletError`.
   */
  receive(link: string): Promise<{ connectionId?: string; label: string }>
  credentials(): Promise<HeldCredential[]>
  /** The default absence is that of a sleeping phone, whose mediator keeps what is sent to it. */
  goOffline(absence?: Absence): Promise<void>
  comeBack(): Promise<void>
  /** How many messages the mediator keeps for a phone that sleeps. */
  readonly messagesWaiting: number
  close(): Promise<void>
}

/** Opens a wallet, a new one or the one in `directory`. Rejects with `store-in-use` when another process has it open. */
export async function createWallet(options: WalletOptions = {}): Promise<Wallet> {
  const { label = 'Test wallet' } = options
  const reachable = options.transport !== 'websocket'
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'wallet-')))
  const store = await openStoreFile(directory)
  const unlock = await lockStore(directory)
  const failOpening = async (cause: unknown) => {
    await endpoint.close()
    await unlock()
    if (cause instanceof WalletError) throw cause
    throw new WalletError('failed', `The wallet in ${directory} cannot be opened.`, { cause })
  }

  const endpoint = new PhoneEndpoint((message) =>
    agent.events.emit<DidCommMessageReceivedEvent>(agent.context, {
      type: DidCommEventTypes.DidCommMessageReceived,
      payload: { message },
    }),
  )
  if (reachable) await endpoint.listen(store.port).catch(failOpening)
  if (endpoint.port !== store.port) await writeStoreFile(directory, { ...store, port: endpoint.port })
  const returnRoute = new ReturnRouteTransport()
  const agent = createHolderAgent({
    directory,
    storeKey: store.key,
    endpoint: reachable ? endpoint.url : undefined,
    transport: reachable ? new DidCommHttpOutboundTransport() : returnRoute,
    logLevel: options.verbose ? LogLevel.debug : LogLevel.off,
    fetch: options.sendsOnce ? onceFetch : holderFetch,
  })
  const sockets = reachable ? undefined : keepSocketsOpen(agent, returnRoute)

  const problems = new Inbox<WalletError>('problem')
  const onFailure = (error: unknown) => problems.add(toWalletError(error))
  const policies = { offers: options.offers ?? 'accept', proofRequests: options.proofRequests ?? 'accept' }
  const offers = new Inbox<Offer>('offer')
  const proofRequests = new Inbox<ProofRequest>('proof request')
  const notifications = new Inbox<RevocationNotice>('revocation notification')

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
  const repeatOpenOffers = watchOffers(
    agent,
    (offer) => {
      offers.add(offer)
      follow(offer, policies.offers)
    },
    onFailure,
  )
  const repeatOpenRequests = watchProofRequests(
    agent,
    (request) => {
      proofRequests.add(request)
      follow(request, policies.proofRequests)
    },
    onFailure,
  )
  watchRevocations(agent, (notice) => notifications.add(notice), onFailure)

  const comeBack = async () => {
    if (reachable) await endpoint.comeBack()
    await sockets?.open()
  }

  await agent.initialize().catch(failOpening)
  // Made before any offer comes: several at once would each make one.
  if ((await agent.modules.anoncreds.getLinkSecretIds()).length === 0) await agent.modules.anoncreds.createLinkSecret()
  await repeatOpenOffers()
  await repeatOpenRequests()
  await comeBack()

  return {
    directory,
    policies,
    offers,
    proofRequests,
    notifications,
    problems,
    receive: (link) => receiveLink(agent, link, label),
    credentials: () => listCredentials(agent),
    goOffline: async (absence = 'mediated') => {
      await sockets?.leave()
      if (reachable) await endpoint.leave(absence)
    },
    comeBack,
    get messagesWaiting() {
      return endpoint.waiting
    },
    close: async () => {
      await sockets?.leave()
      await endpoint.close()
      await agent.shutdown()
      await unlock()
      if (!options.directory) await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
