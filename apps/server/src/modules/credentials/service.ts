import type { Agents, CredentialSnapshot, InvitationExchanges, OfferInvitation } from '@lastmile/agent/port'
import { type CredentialAttribute, familyOf, type Protocol } from '@lastmile/contracts'
import type { CredentialEntry } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/api-route.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { ConnectionService } from '../connections/service.ts'
import { type Begun, EntryLifecycle, type Invited, type LifecycleDependencies } from '../ledger/entry-lifecycle.ts'
import { openKeyOf } from '../ledger/open-key.ts'
import type { CredentialDefinitions } from './definitions.ts'
import type { SignedValues } from './signed-values.ts'

export interface Offer {
  definitionId: string
  attributes: CredentialAttribute[]
}

export interface OfferByInvitation extends Offer {
  protocol: Protocol
  validSeconds?: number | undefined
}

interface Dependencies {
  agents: Agents
  /** Of the protocols that offer to whatever wallet takes an invitation. */
  inviting: Readonly<Partial<Record<Protocol, InvitationExchanges>>>
  lifecycle: LifecycleDependencies
  definitions: CredentialDefinitions
  connections: ConnectionService
  signedValues: SignedValues
  /** Deletes the recorded messages of an offer without a connection. */
  forgetMessages: (credentialId: string) => Promise<void>
}

/** Issuance of credentials. Attribute values stay with the agent. */
export class CredentialService {
  readonly #dependencies: Dependencies
  readonly entries: EntryLifecycle<'credential'>

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const { agents } = dependencies
    this.entries = new EntryLifecycle(dependencies.lifecycle, {
      kind: 'credential',
      read: async ({ id, protocol }) => {
        const snapshot = await agents[protocol].getCredential(id)
        return snapshot && changeOf(snapshot)
      },
      forget: ({ id, protocol }) => agents[protocol].deleteCredential(id),
      lost: { state: 'abandoned', refusal: 'unreachable' },
      expired: { state: 'abandoned', refusal: 'expired' },
      withdrawn: { state: 'abandoned', refusal: 'withdrawn' },
      deleted: dependencies.forgetMessages,
    })
  }

  /**
   * Offers a credential. While an offer of the same definition on the same connection is open, that one is the answer.
   * @param waitMs how long to wait for the wallet to connect
   * @throws ApiError 400, 404, 409, 429 or 503
   */
  async offer(caller: Caller, offer: Offer & { connectionId: string }, waitMs: number): Promise<CredentialEntry> {
    const { visitor } = caller
    const { connectionId } = offer
    const { connections } = this.#dependencies
    const connection = await connections.entries.owned(visitor, connectionId)
    const { protocol } = connection
    const { definition, attributes } = await this.#checked(protocol, offer)
    await connections.requireConnected(caller, connection, waitMs)
    const ask = async () =>
      begunAs(
        protocol,
        definition.id,
        await connections
          .agentOf(protocol)
          .offer(
            { definitionKey: definition.id, attributes, comment: this.#dependencies.definitions.noteOn(definition.id) },
            { connectionId },
          ),
      )
    const openKey = openKeyOf(visitor, connectionId, definition.id)
    return this.entries.beginOrJoin(caller, { connectionId, openKey }, ask)
  }

  /** Valid cards of its kind, status list and, where cards name their dates, quarter of a year, itself among them. */
  countAlike({ protocol, createdAt, ...entry }: CredentialEntry): Promise<number> {
    const issued = new Date(createdAt)
    const quarter = (ahead: number) =>
      new Date(Date.UTC(issued.getUTCFullYear(), (Math.floor(issued.getUTCMonth() / 3) + ahead) * 3))
    // Cards that say how long they are valid can be told apart by it.
    const dates = familyOf(protocol).cardsExpire ? { from: quarter(0), until: quarter(1) } : undefined
    return this.#dependencies.lifecycle.ledger.countIssued(entry, dates)
  }

  /**
   * Offers to the wallet that takes the invitation; an equal open offer has the same one.
   * @throws ApiError 400, 404, 429 or 503
   */
  async offerByInvitation(caller: Caller, offer: OfferByInvitation): Promise<Invited<'credential', OfferInvitation>> {
    const { protocol, validSeconds } = offer
    const agent = this.#dependencies.inviting[protocol]
    if (!agent) throw new ApiError(400, 'not-possible', 'Credentials of this kind are offered on a connection only.')
    const { definition, attributes } = await this.#checked(protocol, offer)
    return this.entries.beginByInvitation(
      caller,
      openKeyOf(caller.visitor, protocol, definition.id, attributes, validSeconds),
      (id) => agent.offerInvitation(id),
      async () => {
        const credential = await agent.offerByInvitation({ definitionKey: definition.id, attributes, validSeconds })
        const publish = () => agent.offerInvitation(credential.credentialId)
        return { begun: begunAs(protocol, definition.id, credential), publish }
      },
    )
  }

  async #checked(protocol: Protocol, { definitionId, attributes }: Offer) {
    const definition = await this.#dependencies.definitions.require(definitionId, protocol)
    checkAttributes(attributes, JSON.parse(definition.attributeNames) as string[])
    return { definition, attributes: this.#dependencies.signedValues.signed(definition.id, attributes) }
  }

  /** Stores what the agent reports. */
  async apply(snapshot: CredentialSnapshot): Promise<void> {
    await this.entries.untilStored(snapshot.connectionId)
    if (await this.entries.advance(snapshot.credentialId, changeOf(snapshot))) return
    // One without a connection is stored by the call that offers it.
    const connection =
      snapshot.connectionId && (await this.#dependencies.connections.entries.find(snapshot.connectionId))
    const definitionId = await this.#dependencies.definitions.idOf(snapshot.definitionId)
    if (!connection || !definitionId) return
    const { visitor, protocol } = connection
    await this.entries.adoptUnknown(begunAs(protocol, definitionId, snapshot), {
      visitor,
      openKey: openKeyOf(visitor, connection.id, definitionId),
    })
  }
}

const begunAs = (
  protocol: Protocol,
  definitionId: string,
  { status, ...snapshot }: CredentialSnapshot,
): Begun<'credential'> => ({
  id: snapshot.credentialId,
  protocol,
  connectionId: snapshot.connectionId ?? null,
  threadId: snapshot.threadId,
  ...changeOf(snapshot),
  definitionId,
  statusList: status?.list ?? null,
  statusIndex: status ? String(status.index) : null,
})

const changeOf = ({ state, refusal }: CredentialSnapshot) => ({ state, refusal: refusal ?? null })

/** Names are content, values are not: only names are repeated to the caller. */
function checkAttributes(attributes: CredentialAttribute[], expected: string[]): void {
  const given = attributes.map((attribute) => attribute.name)
  const missing = expected.filter((name) => !given.includes(name))
  if (missing.length > 0) {
    throw new ApiError(400, 'attributes-missing', `The credential also needs the attributes ${missing.join(', ')}.`)
  }
  if (given.length > expected.length) {
    throw new ApiError(
      400,
      'attributes-unknown',
      `The credential has the attributes ${expected.join(', ')} and no others.`,
    )
  }
}
