import { AnonCredsCredentialMetadataKey } from '@credo-ts/anoncreds'
import {
  DidCommCredentialEventTypes,
  type DidCommCredentialExchangeRecord,
  DidCommCredentialRole,
  DidCommCredentialState,
  type DidCommCredentialStateChangedEvent,
  MessageSendingError,
} from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/agent.ts'
import type { Definitions } from '../definitions.ts'
import type { Events } from '../events.ts'
import { AgentError, type CredentialSnapshot, type OfferOptions } from '../port.ts'
import { credentialStates } from '../states.ts'
import type { Connections } from './connections.ts'

/** Credential offers and what becomes of them (issue-credential 2.0, RFC 0453). */
export class Credentials {
  readonly #credo: CredoAgent
  readonly #connections: Connections
  readonly #definitions: Definitions

  constructor(credo: CredoAgent, connections: Connections, definitions: Definitions) {
    this.#credo = credo
    this.#connections = connections
    this.#definitions = definitions
  }

  publishTo(events: Events): void {
    this.#credo.events.on<DidCommCredentialStateChangedEvent>(
      DidCommCredentialEventTypes.DidCommCredentialStateChanged,
      ({ payload: { credentialExchangeRecord: record } }) => {
        // Taken now: Credo changes the same object again while listeners wait.
        const { state, errorMessage } = record
        events.publish(record.id, async () => {
          const credential = await this.#snapshot(record, state, errorMessage)
          return credential && { type: 'credential', credential }
        })
      },
    )
  }

  /** Throws `not-found`, `not-connected`, `invalid` when the definition is unknown, `unavailable` when unreachable. */
  async offer(options: OfferOptions): Promise<CredentialSnapshot> {
    const connectionId = await this.#connections.establishedId(options.connectionId)
    const definition = await this.#definitions.find(options.definitionKey)
    if (!definition) throw new AgentError('invalid', 'This credential is not registered.')
    const slot = definition.revocable ? await this.#definitions.takeRevocationIndex(options.definitionKey) : undefined
    try {
      const record = await this.#credo.didcomm.credentials.offerCredential({
        connectionId,
        protocolVersion: 'v2',
        comment: options.comment,
        credentialFormats: {
          anoncreds: {
            credentialDefinitionId: definition.credentialDefinitionId,
            attributes: options.attributes,
            revocationRegistryDefinitionId: slot?.registryId,
            revocationRegistryIndex: slot?.index,
          },
        },
      })
      return await this.#existing(record)
    } catch (error) {
      if (!(error instanceof MessageSendingError)) throw error
      const record = error.outboundMessageContext.associatedRecord
      if (record) await this.delete(record.id)
      throw new AgentError('unavailable', 'The wallet cannot be reached right now.', { cause: error })
    }
  }

  async find(credentialId: string): Promise<CredentialSnapshot | undefined> {
    const record = await this.#credo.didcomm.credentials.findById(credentialId)
    return record ? this.#snapshot(record, record.state, record.errorMessage) : undefined
  }

  /** Tells the wallet when the offer is still open, then deletes the exchange with its messages. */
  async delete(credentialId: string): Promise<void> {
    const record = await this.#credo.didcomm.credentials.findById(credentialId)
    if (!record) throw new AgentError('not-found', 'There is no such credential.')
    if (record.state === DidCommCredentialState.OfferSent) {
      await this.#credo.didcomm.credentials
        .sendProblemReport({ credentialExchangeRecordId: record.id, description: 'The offer was withdrawn' })
        // A wallet that is away keeps a stale offer and gets a problem report when it answers it.
        .catch(() => undefined)
    }
    await this.#credo.didcomm.credentials.deleteById(record.id, {
      deleteAssociatedCredentials: false,
      deleteAssociatedDidCommMessages: true,
    })
  }

  async #existing(record: DidCommCredentialExchangeRecord): Promise<CredentialSnapshot> {
    const snapshot = await this.#snapshot(record, record.state, record.errorMessage)
    if (!snapshot) throw new Error('An offer has no connection')
    return snapshot
  }

  async #snapshot(
    record: DidCommCredentialExchangeRecord,
    credoState: DidCommCredentialState,
    errorMessage: string | undefined,
  ): Promise<CredentialSnapshot | undefined> {
    const state = credentialStates[credoState]
    const connectionId = record.connectionId && (await this.#connections.publicId(record.connectionId))
    const metadata = record.metadata.get<CredentialMetadata>(AnonCredsCredentialMetadataKey)
    if (!state || !connectionId || record.role !== DidCommCredentialRole.Issuer || !metadata) return undefined
    return {
      credentialId: record.id,
      connectionId,
      threadId: record.threadId,
      state,
      credentialDefinitionId: metadata.credentialDefinitionId ?? '',
      revocationRegistryId: metadata.revocationRegistryId,
      revocationIndex: metadata.credentialRevocationId,
      ...(state === 'abandoned' && { reason: abandonedReason(errorMessage) }),
    }
  }
}

interface CredentialMetadata {
  credentialDefinitionId?: string
  revocationRegistryId?: string
  credentialRevocationId?: string
}

/** A wallet's own words may be anything, so only whether it spoke is told. */
function abandonedReason(errorMessage: string | undefined): string {
  return errorMessage ? 'The wallet declined the credential.' : 'The credential was not issued.'
}
