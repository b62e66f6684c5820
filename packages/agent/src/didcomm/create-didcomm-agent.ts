import type { createCrypto } from '../core/crypto/crypto.ts'
import type { Events } from '../core/events.ts'
import { AgentError } from '../port/errors.ts'
import { type AgentOptions, defaultOptions } from '../port/options.ts'
import type { DidCommAgent } from './api/didcomm-agent.ts'
import type { DidCommStorage } from './api/didcomm-storage.ts'
import { createComponents } from './components.ts'
import { invitationAt } from './exchanges/invitation-content.ts'
import { lifecycleOf } from './lifecycle.ts'

/** The issuer and verifier of DIDComm. Nothing runs before `start`. Its state changes go to `events`. */
export function createDidCommAgent(
  given: AgentOptions,
  storage: DidCommStorage,
  events: Events,
  openCrypto?: typeof createCrypto,
): DidCommAgent {
  const options = { ...defaultOptions, ...given }
  const components = createComponents(options, storage, events, openCrypto)
  const { start, stop, takeOver, goOn } = lifecycleOf(components, options, storage)
  const { queue, queuePositions, inbound, objects, tailsFiles, issuer, recorder } = components
  const running = () => {
    if (!issuer.isPublished) throw new AgentError('unavailable', 'The issuer is still starting.')
    return components
  }

  return {
    get issuer() {
      return running().issuer.did
    },

    start,
    stop,
    takeOver: async () => running() && takeOver(),
    goOn: async () => running() && goOn(),

    createInvitation: async (options) => {
      const invitation = await running().connections.invite(options)
      recorder.invited(invitation.invitationUrl, { connectionId: invitation.connectionId })
      return invitation
    },
    describeInvitation: async (invitationUrl) => invitationAt(invitationUrl),
    getConnection: async (connectionId) => running().connections.find(connectionId),
    forgetConnection: async (connectionId) => running().connections.forget(connectionId),
    registerCredentialDefinition: async (definition) => running().definitions.register(definition),
    getCredentialDefinition: async (key) => running().definitions.registered(key),
    forgetDefinition: async (definition) => running().definitions.forget(definition),
    offer: async (options, connection) => running().credentials.offer(options, connection),
    getCredential: async (credentialId) => running().credentials.find(credentialId),
    deleteCredential: async (credentialId) => running().credentials.delete(credentialId),
    revoke: async (status, options) => running().revocations.revoke(status, options),
    ask: async (question, connection) => running().proofs.request(question, connection),
    askByInvitation: async (question, invitation, reads) => {
      const proof = await running().proofs.invite(question, invitation, reads)
      recorder.invited(proof.invitationUrl, { proofId: proof.proofId })
      return proof
    },
    getProof: async (proofId) => running().proofs.find(proofId),
    deleteProof: async (proofId) => running().proofs.delete(proofId),

    queue,
    onQueuePositions: (listener) => queuePositions.listen(listener),
    onMessage: (listener) => recorder.listen(listener),
    inbound,
    publicFiles: {
      didLog: async () => (await storage.readDid())?.log,
      resource: (key) => objects.json(key),
      tailsFile: (hash) => tailsFiles.find(hash),
    },
  }
}
