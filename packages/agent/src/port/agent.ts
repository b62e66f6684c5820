import type {
  ConnectionState,
  CredentialAttribute,
  CredentialRefusal,
  CredentialState,
  ProofState,
  Protocol,
  ProtocolMessage,
  RefusalReason,
  VerifierCheck,
} from '@lastmile/contracts'

/**
 * An issuer and verifier, independent of protocol and credential format. States: docs/product.md, section 4.
 * Ids are opaque strings. Methods that take an unknown id throw `AgentError` 'not-found'.
 */
export interface Agent {
  readonly protocol: Protocol
  /** The issuer's identifier in credentials. */
  readonly issuer: string

  /**
   * Makes or loads the keys and publishes their public part. Throws `invalid` when another store key encrypted the
   * data, and `OutdatedData` when an earlier version stored them elsewhere.
   */
  start(): Promise<StartReport>
  /** Stops taking messages, finishes those under way, closes the store. */
  stop(): Promise<void>

  /** A single-use invitation; the connection id exists from here on. */
  createInvitation(options: InvitationOptions): Promise<Invitation>
  /** The content of an invitation's address of this protocol; undefined for any other address. */
  describeInvitation(invitationUrl: string): Promise<InvitationDescription | undefined>
  getConnection(connectionId: string): Promise<ConnectionSnapshot | undefined>
  /**
   * Deletes the connection, the wallet's label and keys included, or an unused invitation: no wallet can use
   * it any more. Idempotent; an unknown id counts as forgotten.
   */
  forgetConnection(connectionId: string): Promise<void>

  /** Makes and publishes a definition. May take seconds; concurrent calls for one `key`, in any process, make one. */
  registerCredentialDefinition(options: CredentialDefinitionOptions): Promise<RegisteredCredentialDefinition>
  /**
   * Deletes a definition with its keys, published objects and revocation data. Its credentials can no longer be proved
   * or revoked, so none may be open. A new registration makes another one. Idempotent; resumes after a sudden end.
   * @param options as it was registered
   */
  forgetDefinition(options: CredentialDefinitionOptions): Promise<void>

  /** Offers a credential, with a status entry of its own when the definition is revocable. */
  offer(options: OfferOptions, channel: ByConnection): Promise<CredentialSnapshot>
  /** Offers to any wallet that takes the invitation. Throws `invalid` where the protocol has no such offers. */
  offer(options: OfferOptions, channel: ByInvitation): Promise<CredentialSnapshot>
  /** The addresses of an offer by invitation; undefined once it has ended. */
  offerInvitation(credentialId: string): Promise<OfferInvitation | undefined>
  getCredential(credentialId: string): Promise<CredentialSnapshot | undefined>
  /** Withdraws an open offer, notifies the wallet, and forgets the exchange, its attribute values included. */
  deleteCredential(credentialId: string): Promise<void>

  /** Revokes and publishes; revocations are serialised, and many waiting ones share one publication. Idempotent. */
  revoke(status: StatusEntry, options: RevocationOptions): Promise<void>

  /** Asks a wallet to show and prove something. Throws `invalid` when others' credentials are to answer. */
  ask(question: Question, channel: ByConnection): Promise<ProofSnapshot>
  /** The same of whatever wallet takes the invitation; no connection comes of it. */
  ask(question: Question, channel: ByInvitation): Promise<InvitedProof>
  /** The addresses of a question by invitation; undefined once it has ended, or where one address serves all. */
  proofInvitation(proofId: string): Promise<ProofInvitation | undefined>
  getProof(proofId: string): Promise<ProofSnapshot | undefined>
  /** Notifies the wallet if the question is still open, then forgets the exchange, revealed values included. */
  deleteProof(proofId: string): Promise<void>

  /** Goes on with what another process on the same storage left behind when it ended. */
  takeOver(): Promise<void>
  /** Resumes after the storage was away: messages may have been stored meanwhile and not sent. */
  goOn(): Promise<void>

  /** Called for every message that passed between us and a wallet, redacted, in the order in which they passed. */
  onMessage(listener: (message: RecordedMessage) => void): () => void

  /** Wallets' answers that wait for their cryptography. */
  readonly queue: QueueState
  /** Called every few seconds for those that wait longer than a moment, and once for each when its work is done. */
  onQueuePositions(listener: (positions: QueuePosition[]) => void): () => void
}

/** A message as others may see it: no value, key, code or signature is in it. */
export interface RecordedMessage
  extends Pick<ProtocolMessage, 'id' | 'at' | 'direction' | 'type' | 'state' | 'message'> {
  /** One of the three: the others are of exchanges without a connection. */
  connectionId?: string
  credentialId?: string
  proofId?: string
  threadId: string
}

/** One for each protocol. */
export type Agents = Readonly<Record<Protocol, Agent>>

export interface QueueState {
  /** Running and waiting. */
  length: number
  /** Estimated until all are done. */
  seconds: number
}

export interface QueuePosition {
  kind: 'credential' | 'proof'
  /** The credential's or proof's id. */
  id: string
  /** From 1 on; 0 when done. */
  place: number
  /** Estimated until it is done. */
  seconds: number
}

/** How a wallet is reached: on a connection, or by a new invitation, which any wallet that sees it can take. */
export type Channel = ByConnection | ByInvitation

export interface ByConnection {
  connectionId: string
}

export interface ByInvitation {
  invitation: InvitationOptions
}

/** States on this side. `complete`, `credential_acked` and `done` are the API's words for pages. */
export type ConnectionProgress = Exclude<ConnectionState, 'complete'>
export type CredentialProgress = Exclude<CredentialState, 'credential_acked' | 'done'>
export type ProofProgress = Exclude<ProofState, 'done'>

export interface StartReport {
  /**
   * True when another issuer was published before: the public address has changed, or the keys were lost. Every
   * definition has to be registered again, and nothing that visitors hold can be verified any more.
   */
  issuerChanged: boolean
}

export interface InvitationOptions {
  label: string
  imageUrl?: string
  purpose: 'issue' | 'verify'
}

export interface InvitationAddress {
  /** The wallets' identifier of the invitation. */
  invitationId: string
  invitationUrl: string
}

export interface Invitation extends InvitationAddress {
  connectionId: string
}

/** A stranger can write such an address, so only the id counts in one that came from outside. */
export interface InvitationDescription {
  invitationId: string
  /** Of the inviter. */
  label: string
  /** Names of the attributes that the question in the invitation is about; absent where it holds none. */
  wants?: string[]
  /** JSON, for wallets that fetch the invitation from its short address. */
  message: string
}

export interface ConnectionSnapshot {
  connectionId: string
  state: ConnectionProgress
}

export interface CredentialDefinitionOptions {
  /** Our own stable key; registering the same key again returns what is there. */
  key: string
  name: string
  version: string
  attributeNames: string[]
  revocable: boolean
  /** For wallets that read it in the issuer's metadata, which name the site where it is absent. */
  issuerName?: string | undefined
  /** For people, in place of the name. */
  label?: string | undefined
  /** The same of each attribute, in their order. */
  attributeLabels?: string[] | undefined
  /** A sentence beside the name. */
  note?: string | undefined
  /** For wallets that draw the credential's card themselves. */
  look?: CardLook | undefined
}

export interface CardLook {
  /** CSS colours, like `#8a3b1f`. */
  backgroundColor: string
  textColor: string
  /** Path of the card's picture on this site. */
  picture?: string | undefined
}

export interface RegisteredCredentialDefinition {
  key: string
  definitionId: string
  /** The id of its name, version and attributes; definitions may share it. */
  typeId: string
}

export interface OfferOptions {
  /** The `key` that the definition was registered with. */
  definitionKey: string
  attributes: CredentialAttribute[]
  comment?: string
  /** How long it is valid from the moment its wallet takes the offer. By OpenID4VC alone; about a year by default. */
  validSeconds?: number
}

export interface CredentialSnapshot {
  credentialId: string
  /** Absent for one that was offered by an invitation. */
  connectionId?: string
  threadId: string
  state: CredentialProgress
  /** As registration answered it. */
  definitionId: string
  /** For a revocable credential. */
  status?: StatusEntry
  /** Why it ended without a credential; while it is open, the part of the wallet's last call that was unreadable. */
  refusal?: CredentialRefusal
}

/** Addresses of an offer that any wallet can take, once. */
export interface OfferInvitation {
  /** For a wallet on the device that shows it. */
  invitationUrl: string
  /** For one on another device. */
  acrossDevices: {
    invitationUrl: string
    /** Its holder types it in, so that a stranger who sees the invitation takes nothing. */
    txCode: string
  }
}

/** The place in a published list that says whether a credential is revoked. */
export interface StatusEntry {
  list: string
  index: number
}

export interface RevocationOptions {
  /** False: recorded, published with the next publication of the same list. */
  publish: boolean
  /** Absent: the wallet is not notified. */
  notice?: RevocationNotice
}

export interface RevocationNotice extends ByConnection {
  /** Some wallets understand the earlier form only. */
  form: 'earlier' | 'current'
  comment?: string
  /** Of the issuance. */
  threadId?: string
}

/** The attributes and conditions that a wallet is to show and to prove. The answer uses the same keys. */
export interface Question {
  title: string
  /** Of the question. */
  version: string
  comment?: string
  show: Record<string, Show>
  prove: Record<string, Prove>
  /** Present where the verifier is to be one of another house. */
  distance?: Distance
}

/** A verifier that reads by their addresses what the issuer publishes, and keeps what it read (record 115). */
export interface Distance {
  /** Whether the addresses are within reach for this question. */
  isIssuerUp: boolean
  /** Seconds for which it uses a list that it cannot read anew. */
  oldestList: number
  /** An earlier question at the same distance, whose copies it has. */
  earlier?: string | undefined
}

/** The reads of a verifier at a distance, for one answer. */
export interface IssuerReads {
  calls: { address: string; answered: boolean }[]
  /** Milliseconds since 1970, of the oldest list in use; undefined where none was read yet. */
  listReadAt: number | undefined
}

/** One attribute, or several of one credential. */
export type Show = Requirement & ({ attribute: string } | { attributes: string[] })

/** That a whole number compares in this way with a bound; reveals nothing else. Dates are YYYYMMDD. */
export type Prove = Requirement & { attribute: string; comparison: '>=' | '>' | '<=' | '<'; bound: number }

export interface Requirement {
  /** Which credentials may answer: those that one of the sources describes. */
  of: CredentialSource[]
  /** Whether the credential must not be revoked at the moment of asking. */
  unrevoked: boolean
}

/** Credentials of this issuer that meet all of these. */
export interface CredentialSource {
  /** The `key` that the definition was registered with. */
  definitionKey?: string
  /** As registration answered it. */
  typeId?: string
  /** The definition's name and version. */
  name?: string
  version?: string
  issuer?: string
}

export type { RefusalReason } from '@lastmile/contracts'

export interface ProofSnapshot {
  proofId: string
  connectionId?: string
  threadId: string
  state: ProofProgress
  /** undefined while unknown. */
  verified?: boolean
  /** Why there is no proof; while it is open, the part of the wallet's last answer that was unreadable. */
  refusal?: RefusalReason
  /** The check that refused the presentation, where one came. */
  failedCheck?: VerifierCheck
  /** Of a verifier at a distance. */
  reads?: IssuerReads | undefined
  /** Only once verified. */
  presentation?: Presentation
}

export interface InvitedProof extends ProofSnapshot, InvitationAddress {}

/** Addresses of a question that any wallet can answer, once. */
export interface ProofInvitation {
  /** For a wallet on the device that shows it: the answer counts in the browser that asked. */
  invitationUrl: string
  /** For one on another device. */
  acrossDevices: { invitationUrl: string }
}

export interface Presentation {
  /** Revealed single attributes. */
  attributes: Record<string, string>
  /** Revealed groups: attribute name → value. */
  attributeGroups: Record<string, Record<string, string>>
  predicates: string[]
  /** Thumbprints of the holder's keys that the shown credentials are bound to, if to any. */
  holderKeys?: string[] | undefined
}

export type AgentEvent =
  | { type: 'connection'; connection: ConnectionSnapshot }
  | { type: 'credential'; credential: CredentialSnapshot }
  | { type: 'proof'; proof: ProofSnapshot }
