import './native.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogLevel } from '@credo-ts/core'
import { DidCommEventTypes, DidCommHttpOutboundTransport, type DidCommMessageReceivedEvent } from '@credo-ts/didcomm'
import { listCredentials, watchRevocations } from './held-credentials.ts'
import { createHolderAgent } from './holder-agent.ts'
import { type Offer, watchOffers } from './offers.ts'
import { onceFetch, patientFetch } from './patient-fetch.ts'
import { type Absence, PhoneEndpoint } from './phone-endpoint.ts'
import { type ProofRequest, watchProofRequests } from './proof-requests.ts'
import { receiveLink } from './receive-link.ts'
import { ReturnRouteTransport } from './return-route-transport.ts'
import { keepSocketsOpen } from './socket-keeper.ts'
import { openStoreFile, writeStoreFile } from './store-file.ts'
import { lockStore } from './store-lock.ts'
import { toWalletError, WalletError } from './wallet-error.ts'
import type { HolderOptions, Notify } from './wallet-protocol.ts'

export type OpenHolder = Awaited<ReturnType<typeof openHolder>>

/**
 * Opens a wallet, a new one or the one in `directory`. Rejects with `store-in-use` when another process has it open.
 */
export async function openHolder(options: HolderOptions, notify: Notify) {
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
    fetch: options.sendsOnce ? onceFetch : patientFetch,
  })
  const sockets = reachable ? undefined : keepSocketsOpen(agent, returnRoute)

  const items = new Map<string, Offer | ProofRequest>()
  const itemWith = (id: string) => {
    const item = items.get(id)
    if (!item) throw new Error('The wallet has no such offer or request')
    return item
  }
  const onFailure = (error: unknown) => {
    const { code, message } = toWalletError(error)
    notify({ kind: 'problem', code, message })
  }
  const arrived = (item: Offer | ProofRequest) => {
    items.set(item.id, item)
    item.outcome.then((outcome) => notify({ kind: 'outcome', id: item.id, outcome }))
  }
  const repeatOpenOffers = watchOffers(
    agent,
    (offer) => {
      arrived(offer)
      const { accept, decline, outcome, ...content } = offer
      notify({ kind: 'offer', content })
    },
    onFailure,
  )
  const repeatOpenRequests = watchProofRequests(
    agent,
    (request) => {
      arrived(request)
      const { accept, decline, preview, outcome, ...content } = request
      notify({ kind: 'proofRequest', content })
    },
    onFailure,
  )
  watchRevocations(agent, (content) => notify({ kind: 'notification', content }), onFailure)

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
    accept: (id: string, choice?: { allowRevoked?: boolean }) => itemWith(id).accept(choice),
    decline: (id: string, reason?: string) => itemWith(id).decline(reason),
    preview: async (id: string) => {
      const item = itemWith(id)
      if (!('preview' in item)) throw new Error('An offer reveals nothing')
      return item.preview()
    },
    receive: (link: string) => receiveLink(agent, link, label),
    credentials: () => listCredentials(agent),
    goOffline: async (absence: Absence = 'mediated') => {
      await sockets?.leave()
      if (reachable) await endpoint.leave(absence)
    },
    comeBack,
    close: async () => {
      await sockets?.leave()
      await endpoint.close()
      await agent.shutdown()
      await unlock()
      if (!options.directory) await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
