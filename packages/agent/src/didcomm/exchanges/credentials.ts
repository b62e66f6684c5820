import { AnonCredsCredentialMetadataKey } from '@credo-ts/anoncreds'
import {
  DidCommCredentialExchangeRecord,
  DidCommCredentialExchangeRepository,
  DidCommCredentialRole,
  DidCommCredentialState,
  DidCommMessageRepository,
  DidCommRequestCredentialV2Message,
} from '@credo-ts/didcomm'
import type { Events } from '../../core/events.ts'
import type { ByConnection, CommentedOffer } from '../../port/connections.ts'
import { AgentError } from '../../port/errors.ts'
import type { CredentialSnapshot, StatusEntry } from '../../port/exchanges.ts'
import type { ThreadOrder } from '../admission/thread-order.ts'
import { credentialStates } from '../api/states.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { Definitions } from '../issuer/definitions.ts'
import type { RevocationRegistries } from '../issuer/registries.ts'
import type { CredentialMetadata } from '../protocols/issuing-format.ts'
import type { FailedReads } from '../store/failed-reads.ts'
import type { Connections } from './didcomm-connections.ts'
import { orUnreachable } from './unreachable.ts'

interface Dependencies {
  credo: CredoAgent
  connections: Connections
  definitions: Definitions
  registries: RevocationRegistries
  threads: ThreadOrder
  failedReads: FailedReads
}

/** Credential offers and what becomes of them (issue-credential 2.0, RFC 0453). */
export class Credentials {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  publishTo(events: Events): void {
    events.emitStatesOf<DidCommCredentialExchangeRecord>(DidCommCredentialExchangeRecord, async (record) => {
      const credential = await this.#snapshot(record)
      return credential && { type: 'credential', credential }
    })
  }

  /** Throws `not-found`, `not-connected`, `invalid` when the definition is unknown, `unreachable`. */
  async offer(options: CommentedOffer, channel: ByConnection): Promise<CredentialSnapshot> {
    const { connections, definitions, registries, credo } = this.#dependencies
    const connectionId = await connections.establishedId(channel.connectionId)
    const definition = await definitions.find(options.definitionKey)
    if (!definition) throw new AgentError('invalid', 'This credential is not registered.')
    const names = options.attributes.map(({ name }) => name)
    await definitions.checkNames(definition, names)
    const status = definition.revocable ? await registries.take(definition) : undefined
    const record = await orUnreachable(
      credo.didcomm.credentials.offerCredential({
        connectionId,
        protocolVersion: 'v2',
        comment: options.comment,
        credentialFormats: {
          anoncreds: {
            credentialDefinitionId: definition.credentialDefinitionId,
            attributes: options.attributes,
            revocationRegistryDefinitionId: status?.list,
            revocationRegistryIndex: status?.index,
          },
        },
      }),
      this.#dependencies.failedReads,
      (credentialId) => this.#alone(credentialId, (begun) => this.#forget(begun)),
    )
    const snapshot = await this.#snapshot(record)
    if (!snapshot) throw new Error('An offer has no state')
    return snapshot
  }

  async find(credentialId: string): Promise<CredentialSnapshot | undefined> {
    const record = await this.#dependencies.credo.didcomm.credentials.findById(credentialId)
    return record ? this.#snapshot(record) : undefined
  }

  /** Notifies the wallet when the offer is still open, then deletes the exchange with its messages. */
  async delete(credentialId: string): Promise<void> {
    const isKnown = await this.#alone(credentialId, async (record) => {
      if (record.state === DidCommCredentialState.OfferSent) {
        await this.#dependencies.credo.didcomm.credentials
          .sendProblemReport({ credentialExchangeRecordId: record.id, description: 'The offer was withdrawn' })
          // A wallet that is away keeps a stale offer; its answer will find nothing.
          .catch(() => undefined)
      }
      await this.#forget(record)
    })
    if (!isKnown) throw new AgentError('not-found', 'There is no such credential.')
  }

  /** @returns false when there is no such exchange */
  #alone(id: string, work: (record: DidCommCredentialExchangeRecord) => Promise<void>): Promise<boolean> {
    const { credo, threads } = this.#dependencies
    return threads.runAlone(() => credo.didcomm.credentials.findById(id), work)
  }

  /** The index of an exchange that ended unsigned is free again: once the exchange is gone, no request can come. */
  async #forget(record: DidCommCredentialExchangeRecord): Promise<void> {
    const isUnsigned = await this.#isUnsigned(record)
    // With its messages, in one transaction (`RecordStorage`).
    await this.#dependencies.credo.context
      .resolve(DidCommCredentialExchangeRepository)
      .deleteById(this.#dependencies.credo.context, record.id)
    const status = statusIn(metadataOf(record))
    if (isUnsigned && status) await this.#dependencies.registries.giveBack(status)
  }

  /** Signed is for a stored request only, and the state of most shows it even if the request cannot be read. */
  async #isUnsigned({ id, state }: DidCommCredentialExchangeRecord): Promise<boolean> {
    if (!unsignedStates.includes(state)) return false
    const { context } = this.#dependencies.credo
    const request = { associatedRecordId: id, messageClass: DidCommRequestCredentialV2Message }
    return (await context.resolve(DidCommMessageRepository).findAgentMessage(context, request)) === null
  }

  async #snapshot(record: DidCommCredentialExchangeRecord): Promise<CredentialSnapshot | undefined> {
    const state = credentialStates[record.state]
    const connectionId = record.connectionId && (await this.#dependencies.connections.publicId(record.connectionId))
    const metadata = metadataOf(record)
    if (!state || !connectionId || record.role !== DidCommCredentialRole.Issuer || !metadata) return undefined
    return {
      credentialId: record.id,
      connectionId,
      threadId: record.threadId,
      state,
      definitionId: metadata.credentialDefinitionId ?? '',
      status: statusIn(metadata),
      // A wallet's own words may be anything, so they are not passed on.
      ...(state === 'abandoned' && { refusal: 'declined' as const }),
    }
  }
}

/** Offered, or ended before or after the wallet asked for the credential. */
const unsignedStates = [
  DidCommCredentialState.OfferSent,
  DidCommCredentialState.Declined,
  DidCommCredentialState.Abandoned,
]

export const metadataOf = (record: DidCommCredentialExchangeRecord) =>
  record.metadata.get<CredentialMetadata>(AnonCredsCredentialMetadataKey)

/** A status list is a revocation registry's. */
function statusIn(metadata: CredentialMetadata | null): StatusEntry | undefined {
  const { revocationRegistryId: list, credentialRevocationId } = metadata ?? {}
  return list ? { list, index: Number(credentialRevocationId) } : undefined
}
