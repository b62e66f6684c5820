import { mkdir } from 'node:fs/promises'
import { createCredo, isWrongKey } from './credo/agent.ts'
import { createCrypto } from './crypto/crypto.ts'
import { Definitions } from './definitions.ts'
import { Events } from './events.ts'
import { Connections } from './exchanges/connections.ts'
import { Credentials } from './exchanges/credentials.ts'
import { Proofs } from './exchanges/proofs.ts'
import { resumeExchanges, resumeFailed } from './exchanges/resume.ts'
import { ThreadOrder } from './exchanges/thread-order.ts'
import { MessageRecorder } from './messages/recorder.ts'
import { type AgentOptions, defaultOptions } from './options.ts'
import { type Agent, AgentError } from './port.ts'
import { publishedDid } from './registry/did.ts'
import { PublishedObjects } from './registry/published-objects.ts'
import { PublishingRegistry } from './registry/publishing-registry.ts'
import { PublicTailsFiles } from './registry/tails-files.ts'
import { repeat } from './repeat.ts'
import { RevocationNotices } from './revocation/notices.ts'
import { RevocationRegistries } from './revocation/registries.ts'
import { Revocations } from './revocation/revocations.ts'
import type { AgentStorage } from './storage.ts'
import { guardedHttp } from './transport/guarded-fetch.ts'
import { MountedInbound } from './transport/inbound.ts'
import { GuardedOutbound } from './transport/outbound.ts'
import { Slots } from './transport/slots.ts'
import { WaitingMessages } from './transport/waiting-messages.ts'

/** The issuer and verifier. Everything is put together here; nothing runs before `start`. */
export function createAgent(given: AgentOptions, storage: AgentStorage): Agent {
  const options = { ...defaultOptions, ...given }
  const { logger, publicUrl, allowPrivateAddresses } = options

  const slots = new Slots(options.inboundConcurrency, 16 * options.inboundConcurrency)
  const http = guardedHttp(allowPrivateAddresses)
  const inbound = new MountedInbound(slots, logger)
  const outbound = new GuardedOutbound(http, allowPrivateAddresses)
  const crypto = createCrypto(options.workers)
  const registry = new PublishingRegistry(storage)
  const objects = new PublishedObjects()
  const tailsFiles = new PublicTailsFiles(options.dataDir, publicUrl)
  const threads = new ThreadOrder()
  const { fetch } = http
  const stop = new AbortController()
  const stopping = stop.signal
  const waiting = new WaitingMessages()
  const parts = { inbound, outbound, crypto, registry, objects, tailsFiles, threads, waiting, stopping }
  const credo = createCredo({ options, fetch, ...parts })

  const events = new Events(logger)
  const connections = new Connections(credo, publicUrl, waiting)
  const recorder = new MessageRecorder(connections, logger)
  recorder.watch(credo)
  const proofs = new Proofs({ credo, connections, threads, publicUrl, expiry: options.proofExpiry })
  const notices = new RevocationNotices(credo, connections, logger)
  const revocations = new Revocations({ credo, storage, objects, notices, logger })

  /** What needs the DID, which is known once started. */
  const issuer = (did: string) => {
    const registries = new RevocationRegistries({ credo, storage, did, size: options.registrySize, logger })
    const definitions = new Definitions({ credo, storage, did, objects, registries })
    return {
      did,
      registries,
      definitions,
      credentials: new Credentials({ credo, connections, definitions, registries, threads }),
    }
  }
  let started: ReturnType<typeof issuer> | undefined
  const chores: Promise<void>[] = []
  let resuming: Promise<unknown> = Promise.resolve()
  let stopped: Promise<void> | undefined
  const running = () => {
    if (!started) throw new AgentError('unavailable', 'The issuer is still starting.')
    return started
  }

  const stopAll = async () => {
    stop.abort()
    proofs.stop()
    await Promise.all([inbound.stop(), resuming, ...chores])
    await crypto.close()
    await started?.registries.settled()
    await events.settled()
    await recorder.settled()
    if (credo.isInitialized) await credo.shutdown()
    await http.close()
  }

  return {
    get did() {
      return running().did
    },

    async start() {
      await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
      crypto.open()
      await credo.initialize().catch(async (error) => {
        await crypto.close()
        throw isWrongKey(error)
          ? new AgentError('invalid', 'The store key is not the one that the wallet was made with.', { cause: error })
          : error
      })
      const { did, changed } = await publishedDid(credo, storage, publicUrl)
      if (changed) logger.warn('The public address or the keys changed, so a new DID is published')
      started = issuer(did)
      connections.publishTo(events)
      started.credentials.publishTo(events)
      proofs.publishTo(events)
      await proofs.resume()
      // Wallets that do not answer must not hold up the start.
      resuming = Promise.all([revocations.resume(), resumeExchanges(credo, threads, logger)])
      chores.push(
        repeat(30_000, () => resumeFailed(credo, threads, logger), stopping, logger),
        repeat(60 * 60_000, () => waiting.removeOlderThan(credo.context, yesterday()), stopping, logger),
      )
      return { didChanged: changed }
    },

    async stop() {
      stopped ??= stopAll()
      await stopped
    },

    createInvitation: async (options) => {
      running()
      const invitation = await connections.invite(options)
      recorder.invited(invitation.invitationUrl, { connectionId: invitation.connectionId })
      return invitation
    },
    getConnection: async (connectionId) => running() && connections.find(connectionId),
    forgetConnection: async (connectionId) => running() && connections.forget(connectionId),
    registerCredentialDefinition: async (definition) => running().definitions.register(definition),
    offerCredential: async (offer) => running().credentials.offer(offer),
    getCredential: async (credentialId) => running().credentials.find(credentialId),
    deleteCredential: async (credentialId) => running().credentials.delete(credentialId),
    revokeCredential: async (revocation) => running() && revocations.revoke(revocation),
    requestProof: async (proof) => running() && proofs.request(proof),
    createProofInvitation: async (options) => {
      running()
      const invitation = await proofs.invite(options)
      recorder.invited(invitation.invitationUrl, { proofId: invitation.proof.proofId })
      return invitation
    },
    getProof: async (proofId) => running() && proofs.find(proofId),
    deleteProof: async (proofId) => running() && proofs.delete(proofId),
    onEvent: (listener) => events.listen(listener),
    onMessage: (listener) => recorder.listen(listener),
    inbound,
    publicFiles: {
      didLog: async () => (await storage.readDid())?.log,
      resource: (id) => storage.readResource(id),
      tailsFile: (hash) => tailsFiles.find(hash),
    },
  }
}

const yesterday = () => new Date(Date.now() - 24 * 60 * 60_000)
