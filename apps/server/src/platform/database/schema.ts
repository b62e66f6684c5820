import type { ConnectionProgress, CredentialProgress, ProofProgress, RefusalReason } from '@lastmile/agent/port'
import type {
  ContactMessage,
  CredentialRefusal,
  DeviceType,
  EventType,
  FlowType,
  Protocol,
  ProtocolMessage,
} from '@lastmile/contracts'
import type { Generated, Selectable } from 'kysely'

/**
 * Our tables as queries see them (camelCase; snake_case in the database), with the types that SQLite and PostgreSQL
 * share: text, integers, ISO 8601 times, 0 and 1. No table holds an attribute's value; `contactMessages` alone is
 * personal.
 */
export interface DatabaseSchema {
  meta: { key: string; value: string }
  ledger: LedgerTable
  ledgerEvents: LedgerEventsTable
  credentialDefinitions: CredentialDefinitionsTable
  shortLinks: ShortLinksTable
  protocolMessages: ProtocolMessagesTable
  contactMessages: ContactMessagesTable
  analyticsEvents: AnalyticsEventsTable
  analyticsVisits: AnalyticsVisitsTable
  analyticsTags: AnalyticsTagsTable
  agentDids: { position: number; did: string; log: string }
  /** `definitionKey`: of the definition that it is part of; null for a schema. */
  agentResources: { id: string; json: string; definitionKey: string | null }
  agentDefinitions: { key: string; schemaId: string; credentialDefinitionId: string; revocable: YesNo }
  revocationRegistries: {
    registryId: string
    definitionKey: string
    size: number
    nextIndex: number
    createdAt: string
    /** Name of its tails file; null where an earlier version lost what it published. */
    tailsHash: string | null
  }
  /** `told`: whether its wallet was notified of it, or is not to be. */
  revocations: { registryId: string; registryIndex: number; published: YesNo; told: YesNo }
  /** Indexes of offers that ended without a credential. */
  returnedIndexes: { registryId: string; registryIndex: number }
  agentRecords: AgentRecordsTable
  /** Search tokens of a record; a token reveals nothing but that two are equal. */
  agentRecordTokens: { token: Buffer; record: number }
  agentKeys: { id: string; sealed: Buffer }
  agentEvents: AgentEventsTable
  /** Processes that serve visitors from this database, and some that did until just now. */
  nodes: { id: string }
  /** When one of several nodes last ran a job. */
  jobs: { name: string; ranAt: string }
  /** Counts shared by nodes, in windows that end at `expire` (epoch milliseconds); keys are hashes. */
  rateLimits: { key: string; points: number; expire: number }
  /** For several nodes, which share no folder. */
  tailsFiles: { hash: string; content: Buffer }
}

/** All of them, by name. */
export const tables: Record<keyof DatabaseSchema, true> = {
  meta: true,
  ledger: true,
  ledgerEvents: true,
  credentialDefinitions: true,
  shortLinks: true,
  protocolMessages: true,
  contactMessages: true,
  analyticsEvents: true,
  analyticsVisits: true,
  analyticsTags: true,
  agentDids: true,
  agentResources: true,
  agentDefinitions: true,
  revocationRegistries: true,
  revocations: true,
  returnedIndexes: true,
  agentRecords: true,
  agentRecordTokens: true,
  agentKeys: true,
  agentEvents: true,
  nodes: true,
  jobs: true,
  tailsFiles: true,
  rateLimits: true,
}

/** Records of the protocol library: connections, exchanges, messages, DIDs. */
interface AgentRecordsTable {
  /** In the order in which they were inserted. */
  position: Generated<number>
  type: string
  id: string
  /** Counts its changes. */
  version: number
  /** Encrypted by the agent. */
  sealed: Buffer
  /** The last state that an event was stored for; null for what has none. */
  state: string | null
}

/** State changes that were not delivered yet; they name no person and hold no value. */
interface AgentEventsTable {
  position: Generated<number>
  subjectId: string
  /** JSON. */
  body: string
  /** Which process is to deliver it: the one that stored it, or one that took it over. */
  node: string
}

/** A truth value in a column that both databases have. */
export type YesNo = 0 | 1

export type EntryKind = 'connection' | 'credential' | 'proof'

/** Visitors' entries, open and ended: connections, credentials and proofs (`modules/ledger`). */
interface LedgerTable {
  /** The agent's id of the connection, credential or proof. */
  id: string
  kind: EntryKind
  protocol: Protocol
  /** SHA-256 of the owner's cookie, in hex. */
  visitor: string
  /** Its connection; of a connection its own id. Null for an exchange with an invitation of its own. */
  connectionId: string | null
  /** The protocol's thread; null for a connection. */
  threadId: string | null
  /** One of contracts' `lifecycles`. */
  state: string
  refusal: string | null
  /** Set while open: what makes a second identical request the same exchange. */
  openKey: string | null
  /** Equal for entries of one network while they are open. It names no network, and ends with a restart. */
  network: string | null
  /** Counts its states. */
  version: number
  /** Whether the agent has forgotten it, attribute values and the wallet's name included. */
  forgotten: YesNo
  /** When it is ended if it is open, forgotten if it is ended, and deleted if it is forgotten. */
  dueAt: string
  deletedAt: string | null
  createdAt: string
  updatedAt: string
  /** For connections: `@id` of the invitation. */
  invitationId: string | null
  /** For connections: the flow of the visitor's page; null where it did not say. */
  flowType: FlowType | null
  /** For credentials. */
  definitionId: string | null
  /** For revocable credentials: the published status list, and the credential's index in it. */
  statusList: string | null
  statusIndex: string | null
  /** For proofs. */
  verified: YesNo | null
}

const inLedger: Record<keyof LedgerTable, true> = {
  id: true,
  kind: true,
  protocol: true,
  visitor: true,
  connectionId: true,
  threadId: true,
  state: true,
  refusal: true,
  openKey: true,
  network: true,
  version: true,
  forgotten: true,
  dueAt: true,
  deletedAt: true,
  createdAt: true,
  updatedAt: true,
  invitationId: true,
  flowType: true,
  definitionId: true,
  statusList: true,
  statusIndex: true,
  verified: true,
}
export const ledgerColumns = Object.keys(inLedger) as (keyof LedgerTable)[]

/** States that were not emitted yet to listeners; they name no person and hold no value. */
interface LedgerEventsTable {
  position: Generated<number>
  /** JSON: the entry as it was. */
  entry: string
  /** When it was stored. */
  at: string
}

type Own = 'invitationId' | 'flowType' | 'definitionId' | 'statusList' | 'statusIndex' | 'verified'
type EntryOf<Kind extends EntryKind, State, Refusal, Parts> = Omit<
  Selectable<LedgerTable>,
  Own | 'kind' | 'state' | 'refusal' | keyof Parts
> & { kind: Kind; state: State; refusal: Refusal | null } & Parts

/** Entries of the ledger, each with what is its own. Their states are those of the API that this server comes to. */
export interface Entries {
  connection: EntryOf<
    'connection',
    ConnectionProgress,
    null,
    { connectionId: string; invitationId: string; flowType: FlowType | null }
  >
  credential: EntryOf<
    'credential',
    CredentialProgress,
    CredentialRefusal,
    { threadId: string; definitionId: string; statusList: string | null; statusIndex: string | null }
  >
  proof: EntryOf<'proof', ProofProgress, RefusalReason, { threadId: string; verified: YesNo | null }>
}
export type Entry = Entries[EntryKind]
export type ConnectionEntry = Entries['connection']
export type CredentialEntry = Entries['credential']
export type ProofEntry = Entries['proof']

interface CredentialDefinitionsTable {
  /** Our stable identifier; its last colon-separated part is the credential's name. */
  id: string
  name: string
  version: string
  /** JSON list, sorted. */
  attributeNames: string
  revocable: YesNo
  /** `removing`: nothing can be begun with it any more, and what the agent keeps of it goes. */
  state: 'preparing' | 'ready' | 'removing'
  /** The definition's identifier in AnonCreds, by which wallets find it, once it is ready. */
  publishedId: string | null
  /** The visitor it was made for; null for shipped content. */
  visitor: string | null
  createdAt: string
  /** When it was last requested, offered or proved, to within some minutes. */
  usedAt: string
}
export type CredentialDefinitionRow = Selectable<CredentialDefinitionsTable>

interface ShortLinksTable {
  id: string
  /** The connection or proof that the invitation opens. */
  subjectId: string
  /** Empty once no wallet may take it any more. */
  invitationUrl: string
  /** `@id` of the invitation; null in rows from before it was kept. */
  invitationId: string | null
  expiresAt: string
}

/** Messages between the agent and wallets, redacted: no value, key or signature is in them. */
interface ProtocolMessagesTable {
  /** In the order in which they happened. */
  position: Generated<number>
  id: string
  /** One of the three: null where the message is about an offer or a proof without a connection. */
  connectionId: string | null
  credentialId: string | null
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

/** `waiting` for the mail server, or without one for the operator; `failed`: its content was refused for good. */
export type ContactMessageState = 'waiting' | 'delivered' | 'failed'

interface ContactMessagesTable {
  id: string
  /** The sender, for the limit of an hour; null after that. */
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
  /** The mail server's last error; it can repeat what is in the message. */
  lastError: string | null
  createdAt: string
  deliveredAt: string | null
  /** When the operator first saw it in full. */
  readAt: Generated<string | null>
}
export type ContactMessageRow = Selectable<ContactMessagesTable>

/** Events of a visitor's page, after consent; nothing here leads to a person, a cookie or a wallet. */
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
