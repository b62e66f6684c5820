import { randomUUID } from 'node:crypto'
import type { Events } from '@lastmile/agent/core'
import {
  AgentError,
  type AgentStorage,
  type CredentialDefinitionOptions,
  type CredentialSnapshot,
  type Exchanges,
  type InvitationExchanges,
  type ProofSnapshot,
  type Question,
} from '@lastmile/agent/port'
import type { CredentialAttribute } from '@lastmile/contracts'

/** An exchange as it is stored, with the event of its state. */
class Exchange {
  static readonly type = 'memory'
  readonly type = Exchange.type
  readonly id = randomUUID()
  readonly about: { credential: CredentialSnapshot } | { proof: ProofSnapshot }

  constructor(about: (id: string) => Exchange['about']) {
    this.about = about(this.id)
  }
}

const addressOf = (id: string) => `memory://offers-and-questions/${id}`

/** An adapter of a protocol that there is not: issuer, verifier and the one wallet are in this object. */
export class MemoryAgent implements Exchanges, InvitationExchanges {
  readonly issuer = 'memory:issuer'
  readonly #storage: AgentStorage
  readonly #events: Events
  readonly #definitions = new Map<string, CredentialDefinitionOptions>()
  readonly #exchanges = new Map<string, Exchange>()
  readonly #offered = new Map<string, CredentialAttribute[]>()
  readonly #asked = new Map<string, Question>()
  /** The wallet's card, as far as it has one. */
  #held: CredentialAttribute[] | undefined

  constructor(storage: AgentStorage, events: Events) {
    this.#storage = storage
    this.#events = events
    events.emitStatesOf(Exchange, async ({ about }: Exchange) =>
      'credential' in about ? { type: 'credential', ...about } : { type: 'proof', ...about },
    )
  }

  /** Takes the offer, or answers the question, that an invitation is of, as a willing wallet does. */
  async take(invitationUrl: string): Promise<void> {
    const exchange = this.#exchanges.get(invitationUrl.slice(addressOf('').length))
    if (!exchange) throw new AgentError('not-found', 'There is no such invitation')
    const { about, id } = exchange
    if ('credential' in about) {
      about.credential.state = 'credential_issued'
      this.#held = this.#offered.get(id)
    } else {
      const shown = Object.entries(this.#asked.get(id)?.show ?? {}).map(([name, show]) => [
        name,
        this.#valuesOf('attributes' in show ? show.attributes : [show.attribute]),
      ])
      Object.assign(about.proof, {
        state: 'verified',
        verified: true,
        presentation: {
          attributes: {},
          attributeGroups: Object.fromEntries(shown),
          predicates: Object.keys(this.#asked.get(id)?.prove ?? {}),
        },
      } satisfies Partial<ProofSnapshot>)
    }
    await this.#store(exchange)
  }

  async start() {}
  async stop() {}

  async registerCredentialDefinition(options: CredentialDefinitionOptions) {
    this.#definitions.set(options.key, options)
    return { key: options.key, definitionId: options.key, typeId: options.name }
  }
  async getCredentialDefinition(key: string) {
    const options = this.#definitions.get(key)
    return options && { key, definitionId: key, typeId: options.name }
  }
  async forgetDefinition({ key }: CredentialDefinitionOptions) {
    this.#definitions.delete(key)
  }

  async offerByInvitation({ definitionKey, attributes }: { definitionKey: string; attributes: CredentialAttribute[] }) {
    const exchange = new Exchange((id) => ({
      credential: { credentialId: id, threadId: id, state: 'offer_sent', definitionId: definitionKey },
    }))
    this.#offered.set(exchange.id, attributes)
    await this.#store(exchange)
    return this.#credential(exchange.id) as CredentialSnapshot
  }
  async offerInvitation(id: string) {
    const invitationUrl = addressOf(id)
    return { invitationUrl, acrossDevices: { invitationUrl, txCode: '0000' } }
  }
  async getCredential(id: string) {
    return this.#credential(id)
  }
  async deleteCredential(id: string) {
    this.#exchanges.delete(id)
  }
  async revoke() {}

  async askByInvitation(question: Question) {
    const exchange = new Exchange((id) => ({ proof: { proofId: id, threadId: id, state: 'request_sent' } }))
    this.#asked.set(exchange.id, question)
    await this.#store(exchange)
    const proof = this.#proof(exchange.id) as ProofSnapshot
    return { ...proof, invitationId: exchange.id, invitationUrl: addressOf(exchange.id) }
  }
  async proofInvitation(id: string) {
    const invitationUrl = addressOf(id)
    return { invitationUrl, acrossDevices: { invitationUrl } }
  }
  async getProof(id: string) {
    return this.#proof(id)
  }
  async deleteProof(id: string) {
    this.#exchanges.delete(id)
  }

  onMessage() {
    return () => {}
  }

  #credential(id: string) {
    const about = this.#exchanges.get(id)?.about
    return about && 'credential' in about ? { ...about.credential } : undefined
  }

  #proof(id: string) {
    const about = this.#exchanges.get(id)?.about
    return about && 'proof' in about ? { ...about.proof } : undefined
  }

  #valuesOf(names: readonly string[]) {
    return Object.fromEntries(
      (this.#held ?? []).filter(({ name }) => names.includes(name)).map(({ name, value }) => [name, value]),
    )
  }

  /** As a row of the agent's storage, so that its event is stored and delivered as those of all adapters. */
  async #store(exchange: Exchange) {
    const { type, id } = exchange
    const isKnown = this.#exchanges.has(id)
    this.#exchanges.set(id, exchange)
    const row = { type, id, encrypted: new Uint8Array([0]), tokens: [] }
    const { records } = this.#storage
    await this.#events.store(exchange, (event) =>
      isKnown ? records.update(row, event && { event }) : records.insert(row, event),
    )
  }
}
