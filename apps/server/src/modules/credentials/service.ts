import type { Agent, CredentialSnapshot } from '@lastmile/agent/port'
import type { CredentialAttribute } from '@lastmile/contracts'
import type { CredentialEntry } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { ConnectionService } from '../connections/service.ts'
import { type Begun, Book, type BookKeeping } from '../ledger/book.ts'
import { openKeyOf } from '../ledger/open-key.ts'
import type { Caller } from '../ledger/shares.ts'
import type { CredentialDefinitions } from './definitions.ts'
import type { SignedValues } from './signed-values.ts'

export interface Offer {
  connectionId: string
  definitionId: string
  attributes: CredentialAttribute[]
}

interface Dependencies {
  agent: Agent
  keeping: BookKeeping
  definitions: CredentialDefinitions
  connections: ConnectionService
  signedValues: SignedValues
}

/** Issuance of credentials. Attribute values stay with the agent. */
export class CredentialService {
  readonly #dependencies: Dependencies
  readonly #book: Book<'credential'>

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const { agent } = dependencies
    this.#book = new Book(dependencies.keeping, {
      kind: 'credential',
      read: async (id) => {
        const snapshot = await agent.getCredential(id)
        return snapshot && changeOf(snapshot)
      },
      forget: ({ id }) => agent.deleteCredential(id),
      lost: { state: 'abandoned', refusal: 'unreachable' },
      expired: { state: 'abandoned', refusal: 'expired' },
      withdrawn: { state: 'abandoned', refusal: 'withdrawn' },
    })
  }

  /**
   * Offers a credential. While an offer of the same definition on the same connection is open, that one is the answer.
   * @param waitMs how long to wait for the wallet to connect
   * @throws ApiError 400, 404, 409, 429 or 503
   */
  async offer(caller: Caller, offer: Offer, waitMs: number): Promise<CredentialEntry> {
    const { visitor } = caller
    const { connectionId } = offer
    const connection = await this.#dependencies.connections.owned(visitor, connectionId)
    const definition = await this.#dependencies.definitions.require(offer.definitionId)
    checkAttributes(offer.attributes, JSON.parse(definition.attributeNames) as string[])
    const attributes = this.#dependencies.signedValues.signed(definition.id, offer.attributes)
    await this.#dependencies.connections.requireConnected(caller, connection, waitMs)
    const ask = async () =>
      this.#begun(
        definition.id,
        await this.#dependencies.agent.offer({ definitionKey: definition.id, attributes }, { connectionId }),
      )
    try {
      const openKey = openKeyOf(visitor, connectionId, definition.id)
      return await this.#book.beginOnce(caller, { connectionId, openKey }, ask)
    } catch (error) {
      await this.#book.reconcileOn(visitor, connectionId)
      throw error
    }
  }

  /** As it is stored. @throws ApiError 404 when it is not the visitor's or was deleted */
  owned(visitor: string, id: string): Promise<CredentialEntry> {
    return this.#book.owned(visitor, id)
  }

  /** @throws ApiError 404 when it is not the visitor's or was deleted */
  get(visitor: string, id: string): Promise<CredentialEntry> {
    return this.#book.get(visitor, id)
  }

  /** Withdraws an open offer and forgets the exchange. Deleting again does nothing. */
  delete(visitor: string, id: string): Promise<void> {
    return this.#book.delete(visitor, id)
  }

  /** Stores what the agent reports. */
  async apply(snapshot: CredentialSnapshot): Promise<void> {
    await this.#book.whenBegun(snapshot.connectionId)
    if (await this.#book.advance(snapshot.credentialId, changeOf(snapshot))) return
    // One without a connection is stored by whoever offers it.
    const connection = snapshot.connectionId && (await this.#dependencies.connections.find(snapshot.connectionId))
    const definitionId = await this.#dependencies.definitions.idOf(snapshot.definitionId)
    if (!connection || !definitionId) return
    const { visitor } = connection
    await this.#book.adopt(this.#begun(definitionId, snapshot), {
      visitor,
      openKey: openKeyOf(visitor, connection.id, definitionId),
    })
  }

  reconcile(credential: CredentialEntry): Promise<CredentialEntry> {
    return this.#book.reconcile(credential)
  }

  reconcileOpen(): Promise<void> {
    return this.#book.reconcileOpen()
  }

  /** Withdraws offers that nobody answered for a day and forgets what is finished: no attribute value stays longer. */
  sweep(now: Date): Promise<void> {
    return this.#book.sweep(now)
  }

  #begun(definitionId: string, { status, ...snapshot }: CredentialSnapshot): Begun<'credential'> {
    return {
      id: snapshot.credentialId,
      protocol: this.#dependencies.agent.protocol,
      connectionId: snapshot.connectionId ?? null,
      threadId: snapshot.threadId,
      ...changeOf(snapshot),
      definitionId,
      statusList: status?.list ?? null,
      statusIndex: status ? String(status.index) : null,
    }
  }
}

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
