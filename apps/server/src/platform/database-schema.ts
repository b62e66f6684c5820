import type { RefusalReason } from '@lastmile/agent'
import type {
  ConnectionState,
  ContactMessage,
  CredentialRefusal,
  CredentialState,
  DeviceType,
  EventType,
  FlowType,
  ProofState,
  ProtocolMessage,
} from '@lastmile/contracts'
import type { Generated, Selectable } from 'kysely'

/**
 * Our tables, as the queries see them (camelCase; snake_case in the database). Types are those that SQLite and
 * PostgreSQL share: text, integers, ISO 8601 text for times, 0 and 1 for yes and no. No table holds an attribute's value;
 * `contactMessages` alone holds what people wrote of themselves.
 */
export interface DatabaseSchema {
  meta: { key: string; value: string }
  connections: ConnectionsTable
  credentialDefinitions: CredentialDefinitionsTable
  credentialExchanges: CredentialExchangesTable
  proofExchanges: ProofExchangesTable
  shortLinks: ShortLinksTable
  protocolMessages: ProtocolMessagesTable
  contactMessages: ContactMessagesTable
  analyticsEvents: AnalyticsEventsTable
  analyticsVisits: AnalyticsVisitsTable
  analyticsTags: AnalyticsTagsTable
  agentDids: { position: number; did: string; log: string }
  agentResources: { id: string; json: string }
  agentDefinitions: { key: string; schemaId: string; credentialDefinitionId: string; revocable: YesNo }
  revocationRegistries: {
    registryId: string
    definitionKey: string
    size: number
    nextIndex: number
    createdAt: string
  }
  revocations: { registryId: string; registryIndex: number; published: YesNo }
}

/** A truth value in a column that both databases have. */
export type YesNo = 0 | 1

interface ConnectionsTable {
  /** The agent's connection id. */
  id: string
  /** SHA-256 of the owner's cookie, in hex. */
  visitor: string
  invitationId: string
  state: ConnectionState
  /** What the visitor's page is about; null where it did not say. */
  flowType: FlowType | null
  createdAt: string
  updatedAt: string
}
export type ConnectionRow = Selectable<ConnectionsTable>

interface CredentialDefinitionsTable {
  /** Our stable identifier; its last colon-separated part is the credential's name. */
  id: string
  name: string
  version: string
  /** JSON list, sorted. */
  attributeNames: string
  revocable: YesNo
  state: 'preparing' | 'ready'
  /** The registry's identifier, once ready. */
  registryId: string | null
  /** Who had it made; null for shipped content. */
  visitor: string | null
  createdAt: string
}
export type CredentialDefinitionRow = Selectable<CredentialDefinitionsTable>

interface CredentialExchangesTable {
  /** The agent's credential id. */
  id: string
  visitor: string
  connectionId: string
  definitionId: string
  threadId: string
  state: CredentialState
  revocationRegistryId: string | null
  revocationIndex: string | null
  refusal: CredentialRefusal | null
  /** Set while open: what makes a second identical request the same exchange. */
  openKey: string | null
  /** Whether the agent has forgotten the exchange, attribute values included. */
  forgotten: YesNo
  deletedAt: string | null
  createdAt: string
  updatedAt: string
}
export type CredentialExchangeRow = Selectable<CredentialExchangesTable>

interface ProofExchangesTable {
  /** The agent's proof id. */
  id: string
  visitor: string
  connectionId: string | null
  threadId: string
  state: ProofState
  verified: YesNo | null
  refusal: RefusalReason | null
  openKey: string | null
  forgotten: YesNo
  deletedAt: string | null
  createdAt: string
  updatedAt: string
}
export type ProofExchangeRow = Selectable<ProofExchangesTable>

interface ShortLinksTable {
  id: string
  /** The connection or proof that the invitation opens. */
  subjectId: string
  invitationUrl: string
  /** `@id` of the invitation; null in rows from before it was kept. */
  invitationId: string | null
  expiresAt: string
}

/** What passed between the agent and wallets, redacted: no value, key or signature is in it. */
interface ProtocolMessagesTable {
  /** In the order in which they happened. */
  position: Generated<number>
  id: string
  /** Null for an out-of-band proof. */
  connectionId: string | null
  /** Of an out-of-band proof alone. */
  proofId: string | null
  threadId: string
  at: string
  direction: ProtocolMessage['direction']
  type: string
  state: ProtocolMessage['state']
  /** JSON object. */
  message: string
}
export type ProtocolMessageRow = Omit<Selectable<ProtocolMessagesTable>, 'position'>

/** `waiting` for the mail server or, where none is set up, for the operator; `failed` when its content was refused for good. */
export type ContactMessageState = 'waiting' | 'delivered' | 'failed'

interface ContactMessagesTable {
  id: string
  /** Who sent it, for the limit of an hour; null after that. */
  visitor: string | null
  name: string
  email: string
  /** Empty when not given. */
  phone: string
  subject: ContactMessage['subject']
  message: string
  state: ContactMessageState
  attempts: number
  nextAttemptAt: string
  /** What the mail server said last; it can repeat what is in the message. */
  lastError: string | null
  createdAt: string
  deliveredAt: string | null
  /** When the operator first saw it in full. */
  readAt: Generated<string | null>
}
export type ContactMessageRow = Selectable<ContactMessagesTable>

/** What a visitor's page told, after consent; nothing here leads to a person, a cookie or a wallet. */
interface AnalyticsEventsTable {
  /** Made by the page: what comes twice is kept once. */
  id: string
  /** Random, one for each visit. */
  sessionId: string
  occurredAt: string
  type: EventType
  action: string | null
  label: string | null
  /** Seconds, currency units or a count, as the type says. */
  value: number | null
  path: string
  character: string | null
  screen: string | null
  step: number | null
  useCase: string | null
  /** JSON object: the other properties of the contract's `eventProperties`. */
  details: string
}
export type AnalyticsEventRow = Selectable<AnalyticsEventsTable>

interface AnalyticsVisitsTable {
  sessionId: string
  /** Time of the first event that came. */
  beganAt: string
  device: DeviceType
}
export type AnalyticsVisitRow = Selectable<AnalyticsVisitsTable>

interface AnalyticsTagsTable {
  sessionId: string
  key: string
  value: string
  updatedAt: string
}
export type AnalyticsTagRow = Selectable<AnalyticsTagsTable>
