import { AnonCredsCredentialMetadataKey } from '@credo-ts/anoncreds'
import {
  DidCommCredentialEventTypes,
  type DidCommCredentialExchangeRecord,
  DidCommCredentialRole,
  DidCommCredentialState,
  type DidCommCredentialStateChangedEvent,
} from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/agent.ts'
import type { CredentialMetadata } from '../credo/issuing-format.ts'
import type { Definitions } from '../definitions.ts'
import type { Events } from '../events.ts'
import { AgentError, type CredentialSnapshot, type OfferOptions } from '../port.ts'
import type { RevocationRegistries } from '../revocation/registries.ts'
import { credentialStates } from '../states.ts'
import type { Connections } from './connections.ts'
import type { ThreadOrder } from './thread-order.ts'
import { orUnreachable } from './unreachable.ts'

/** Credential offers and what becomes of them (issue-credential 2.0, RFC 0453). */
export class Credentials {
  readonly #credo: CredoAgent
  readonly #connections: Connections
  readonly #definitions: Definitions
  readonly #registries: RevocationRegistries
  readonly #threads: ThreadOrder

  constructor(parts: {
    credo: CredoAgent
    connections: Connections
    definitions: Definitions
    registries: RevocationRegistries
    threads: ThreadOrder
  }) {
    this.#credo = parts.credo
    this.#connections = parts.connections
    this.#definitions = parts.definitions
    this.#registries = parts.registries
    this.#threads = parts.threads
  }

  publishTo(events: Events): void {
    this.#credo.events.on<DidCommCredentialStateChangedEvent>(
      DidCommCredentialEventTypes.DidCommCredentialStateChanged,
      ({ payload: { credentialExchangeRecord: record } }) =>
        events.publish(record.id, async () => {
          const credential = await this.#snapshot(record)
          return credential && { type: 'credential', credential }
        }),
    )
  }

  /** Throws `not-found`, `not-connected`, `invalid` when the definition is unknown, `unreachable`. */
  async offer(options: OfferOptions): Promise<CredentialSnapshot> {
    const connectionId = await this.#connections.establishedId(options.connectionId)
    const definition = await this.#definitions.find(options.definitionKey)
    if (!definition) throw new AgentError('invalid', 'This credential is not registered.')
    await this.#definitions.checkAttributes(definition, options.attributes)
    const place = definition.revocable ? await this.#registries.take(definition) : undefined
    const record = await orUnreachable(
      this.#credo.didcomm.credentials.offerCredential({
        connectionId,
        protocolVersion: 'v2',
        comment: options.comment,
        credentialFormats: {
          anoncreds: {
            credentialDefinitionId: definition.credentialDefinitionId,
            attributes: options.attributes,
            revocationRegistryDefinitionId: place?.registryId,
            revocationRegistryIndex: place?.index,
          },
        },
      }),
      (credentialId) => this.#forget(credentialId),
    )
    const snapshot = await this.#snapshot(record)
    if (!snapshot) throw new Error('An offer has no state')
    return snapshot
  }

  async find(credentialId: string): Promise<CredentialSnapshot | undefined> {
    const record = await this.#credo.didcomm.credentials.findById(credentialId)
    return record ? this.#snapshot(record) : undefined
  }

  /** Tells the wallet when the offer is still open, then deletes the exchange with its messages. */
  async delete(credentialId: string): Promise<void> {
    const known = await this.#credo.didcomm.credentials.findById(credentialId)
    if (!known) throw new AgentError('not-found', 'There is no such credential.')
    await this.#threads.run(known.threadId, async () => {
      const record = await this.#credo.didcomm.credentials.findById(credentialId)
      if (record?.state === DidCommCredentialState.OfferSent) {
        await this.#credo.didcomm.credentials
          .sendProblemReport({ credentialExchangeRecordId: record.id, description: 'The offer was withdrawn' })
          // A wallet that is away keeps a stale offer; its answer will find nothing.
          .catch(() => undefined)
      }
      if (record) await this.#forget(record.id)
    })
  }

  async #forget(credentialId: string): Promise<void> {
    await this.#credo.didcomm.credentials.deleteById(credentialId, {
      deleteAssociatedCredentials: false,
      deleteAssociatedDidCommMessages: true,
    })
  }

  async #snapshot(record: DidCommCredentialExchangeRecord): Promise<CredentialSnapshot | undefined> {
    const state = credentialStates[record.state]
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
      // A wallet's own words may be anything, so they are not passed on.
      ...(state === 'abandoned' && { refusal: 'declined' as const }),
    }
  }
}
