import type { Agents, KeptReads, ProofSnapshot, Question } from '@lastmile/agent/port'
import { brand, type Protocol } from '@lastmile/contracts'
import type { ProofEntry } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/api-route.ts'
import { ownPicture } from '../connections/own-picture.ts'
import type { ConnectionService } from '../connections/service.ts'
import type { CredentialDefinitions } from '../credentials/definitions.ts'
import { type Begun, EntryLifecycle, type Invited, type LifecycleDependencies } from '../ledger/entry-lifecycle.ts'
import { openKeyOf } from '../ledger/open-key.ts'
import { isOpen } from '../ledger/states.ts'
import type { InvitationAddresses, ShortLinks } from '../short-links/service.ts'
import type { ProofInvitations } from './invitations.ts'
import { type PresentationRequest, questionOf } from './question.ts'

export interface OutOfBandRequest extends PresentationRequest {
  my_label?: string | undefined
  image_url?: string | undefined
  protocol: Protocol
}

interface Dependencies {
  agents: Agents
  lifecycle: LifecycleDependencies
  definitions: CredentialDefinitions
  connections: ConnectionService
  invitations: Readonly<Record<Protocol, ProofInvitations>>
  shortLinks: ShortLinks
  publicUrl: string
  /** Deletes the recorded messages of an out-of-band proof. */
  forgetMessages: (proofId: string) => Promise<void>
}

/** Proof requests and what came of them. Revealed values stay with the agent. */
export class ProofService {
  readonly #dependencies: Dependencies
  readonly entries: EntryLifecycle<'proof'>

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const { agents, shortLinks } = dependencies
    this.entries = new EntryLifecycle(dependencies.lifecycle, {
      kind: 'proof',
      read: async ({ id, protocol }) => {
        const snapshot = await agents[protocol].getProof(id)
        return snapshot && changeOf(snapshot)
      },
      ended: ({ id }) => shortLinks.close(id),
      forget: async ({ id, protocol }) => {
        await shortLinks.close(id)
        await agents[protocol].deleteProof(id)
      },
      lost: { state: 'abandoned', verified: 0, refusal: 'unreachable' },
      expired: { state: 'expired', verified: 0, refusal: 'expired' },
      deleted: dependencies.forgetMessages,
    })
  }

  /**
   * Asks a connected wallet. While the same request on the same connection is open, that one is the answer.
   * @param waitMs how long to wait for the wallet to connect
   * @throws ApiError 404, 409, 429 or 503
   */
  async request(caller: Caller, connectionId: string, body: PresentationRequest, waitMs: number): Promise<ProofEntry> {
    const { visitor } = caller
    const { connections } = this.#dependencies
    const connection = await connections.entries.owned(visitor, connectionId)
    const { protocol } = connection
    const question = await this.#question(protocol, body)
    await connections.requireConnected(caller, connection, waitMs)
    const ask = async () => begunAs(protocol, await connections.agentOf(protocol).ask(question, { connectionId }))
    const openKey = openKeyOf(visitor, connectionId, question)
    return this.entries.beginOrJoin(caller, { connectionId, openKey }, ask)
  }

  /**
   * Asks the wallet that opens the link; an equal open request has the same link.
   * @param reads of a distant verifier
   * @throws ApiError 404, 429 or 503
   */
  async requestOutOfBand(
    caller: Caller,
    body: OutOfBandRequest,
    reads?: KeptReads,
  ): Promise<Invited<'proof', InvitationAddresses>> {
    const { agents, invitations, publicUrl } = this.#dependencies
    const { my_label: label = brand, protocol } = body
    const question = await this.#question(protocol, body)
    return this.entries.beginByInvitation(
      caller,
      openKeyOf(caller.visitor, protocol, reads ? { ...question, reads } : question, label),
      (id) => invitations[protocol].addressesOf(id),
      async () => {
        const imageUrl = ownPicture(body.image_url, publicUrl)
        const proof = await agents[protocol].askByInvitation(question, { label, imageUrl, purpose: 'verify' }, reads)
        return { begun: begunAs(protocol, proof), publish: () => invitations[protocol].publish(proof) }
      },
    )
  }

  /**
   * With the agent's own record, what it revealed and the check that it failed, while that is kept.
   * @throws ApiError 404 when it is not the visitor's or was deleted
   */
  async get(visitor: string, id: string): Promise<{ proof: ProofEntry; snapshot: ProofSnapshot | undefined }> {
    const proof = await this.entries.owned(visitor, id)
    if (proof.forgotten) return { proof, snapshot: undefined }
    const snapshot = await this.#dependencies.agents[proof.protocol].getProof(id)
    if (!snapshot) return { proof: await this.entries.reconcile(proof), snapshot }
    const current = isOpen(proof) ? await this.entries.advance(id, changeOf(snapshot)) : proof
    return { proof: current ?? proof, snapshot }
  }

  /** Stores what the agent reports. */
  async apply(snapshot: ProofSnapshot): Promise<void> {
    await this.entries.untilStored(snapshot.connectionId)
    if (await this.entries.advance(snapshot.proofId, changeOf(snapshot))) return
    const connection =
      snapshot.connectionId && (await this.#dependencies.connections.entries.find(snapshot.connectionId))
    // One without a connection is stored by the call that asks for it.
    if (!connection) return
    const { visitor, protocol } = connection
    await this.entries.adoptUnknown(begunAs(protocol, snapshot), { visitor, openKey: null })
  }

  #question(protocol: Protocol, body: PresentationRequest): Promise<Question> {
    return questionOf(body, async (id) => (await this.#dependencies.definitions.require(id, protocol)).id)
  }
}

const begunAs = (protocol: Protocol, snapshot: ProofSnapshot): Begun<'proof'> => ({
  id: snapshot.proofId,
  protocol,
  connectionId: snapshot.connectionId ?? null,
  threadId: snapshot.threadId,
  ...changeOf(snapshot),
})

const changeOf = ({ state, verified, refusal }: ProofSnapshot) => ({
  state,
  refusal: refusal ?? null,
  verified: verified === undefined ? null : verified ? (1 as const) : (0 as const),
})
