import type {
  ConnectionState,
  CredentialAttribute,
  CredentialRefusal,
  CredentialState,
  ProofRequest,
  ProofState,
  ProtocolMessage,
  RefusalReason,
} from '@lastmile/contracts'

/**
 * What the product needs of an issuer and verifier. Shapes are ours, states are the specification's; nothing of the
 * library behind it shows. All ids are opaque strings. Methods that take an unknown id throw `AgentError` 'not-found'.
 */
export interface Agent {
  /** The issuer's DID (did:webvh, hosted by this product's own server). */
  readonly did: string

  /**
   * Makes or loads keys and DID. The HTTP server that serves `publicFiles` and `inbound` must listen before, because
   * the agent resolves its own published objects. Throws `invalid` when the data were sealed with another store key, and
   * `OutdatedData` when an earlier version kept them where this one does not read them.
   */
  start(): Promise<StartReport>
  /** Stops taking messages, finishes those under way, closes the store. */
  stop(): Promise<void>

  /** A single-use out-of-band invitation (RFC 0434); the connection id exists from here on. */
  createInvitation(options: InvitationOptions): Promise<Invitation>
  getConnection(connectionId: string): Promise<ConnectionSnapshot | undefined>
  /**
   * Deletes the connection, the wallet's label and keys included, or an invitation that nobody took: no wallet can use
   * it any more. Idempotent; an unknown id counts as forgotten.
   */
  forgetConnection(connectionId: string): Promise<void>

  /**
   * Registers schema, credential definition and, when revocable, the first revocation registry. May take seconds;
   * calls for the same `key` at the same time, in any process, make one definition.
   */
  registerCredentialDefinition(options: CredentialDefinitionOptions): Promise<RegisteredCredentialDefinition>

  /** Offers a credential (RFC 0453). Allocates a revocation index when the definition is revocable. */
  offerCredential(options: OfferOptions): Promise<CredentialSnapshot>
  getCredential(credentialId: string): Promise<CredentialSnapshot | undefined>
  /** Withdraws an open offer (problem report to the wallet) and forgets the exchange, its attribute values included. */
  deleteCredential(credentialId: string): Promise<void>

  /** Revokes and publishes; revocations are serialised, and many waiting ones share one publication. Idempotent. */
  revokeCredential(options: RevocationOptions): Promise<void>

  /** Asks a connected wallet for a presentation (RFC 0454). */
  requestProof(options: ProofOptions): Promise<ProofSnapshot>
  /** The same without a connection: the request travels inside an out-of-band invitation. */
  createProofInvitation(options: ProofInvitationOptions): Promise<{ proof: ProofSnapshot; invitationUrl: string }>
  getProof(proofId: string): Promise<ProofSnapshot | undefined>
  /** Tells the wallet if the request is still open, then forgets the exchange, revealed values included. */
  deleteProof(proofId: string): Promise<void>

  /**
   * Called for every state change, in order per id. A change is stored before it is told, and told again, also after a
   * restart, until every listener has resolved: so a listener may hear of one more than once. What a proof revealed is
   * not part of it.
   */
  onEvent(listener: (event: AgentEvent) => void | Promise<void>): () => void

  /** Called for every message that passed between us and a wallet, redacted, in the order in which they passed. */
  onMessage(listener: (message: RecordedMessage) => void): () => void

  readonly inbound: Inbound
  readonly publicFiles: PublicFiles
}

/** DIDComm messages coming in; the server mounts these on its own address at `/didcomm`. */
export interface Inbound {
  /** Content types that `receiveHttp` takes. */
  readonly contentTypes: readonly string[]
  /**
   * Handles one packed message. The answer's body, if any, is packed for the sender. 503: there is no room at the moment.
   * @param sender whoever shares what there is of room, such as a network
   */
  receiveHttp(
    body: string,
    contentType: string,
    sender: string,
  ): Promise<{ status: number; contentType?: string; body?: string }>
  /** Takes over an upgraded request of the server's `upgrade` event. @param sender as above */
  receiveUpgrade(
    request: import('node:http').IncomingMessage,
    socket: import('node:stream').Duplex,
    head: Buffer,
    sender: string,
  ): void
}

/** Public objects that wallets resolve. `undefined` means there is no such object. */
export interface PublicFiles {
  /** `/.well-known/did.jsonl`: the DID's log, text/jsonl. */
  didLog(): Promise<string | undefined>
  /**
   * `/resources/:id`: an attested resource, application/json. Immutable but for revocation registries (`resourceType`
   * `anonCredsRevocRegDef`), which link each new status list.
   */
  resource(id: string): Promise<string | undefined>
  /** `/tails/:hash`: absolute path of a tails file. */
  tailsFile(hash: string): Promise<string | undefined>
}

/** States that come up on this side. The API's words for the same, `complete`, `credential_acked` and `done`, are for pages. */
export type ConnectionProgress = Exclude<ConnectionState, 'complete'>
export type CredentialProgress = Exclude<CredentialState, 'credential_acked' | 'done'>
export type ProofProgress = Exclude<ProofState, 'done'>

export interface StartReport {
  /**
   * True when another DID was published before: the public address has changed, or the keys were lost. Every
   * definition has to be registered again, and nothing that visitors hold can be verified any more.
   */
  didChanged: boolean
}

export interface InvitationOptions {
  label: string
  imageUrl?: string
  goalCode: string
  goal: string
}

export interface Invitation {
  connectionId: string
  /** `@id` of the invitation message. */
  invitationId: string
  invitationUrl: string
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
}

export interface RegisteredCredentialDefinition {
  key: string
  schemaId: string
  /** The registry's own identifier. */
  credentialDefinitionId: string
}

export interface OfferOptions {
  connectionId: string
  /** The `key` that the definition was registered with. */
  definitionKey: string
  attributes: CredentialAttribute[]
  comment?: string
}

export interface CredentialSnapshot {
  credentialId: string
  connectionId: string
  threadId: string
  state: CredentialProgress
  /** The registry's own identifier. */
  credentialDefinitionId: string
  revocationRegistryId?: string
  /** Index in the registry, as text: the `cred_rev_id`. */
  revocationIndex?: string
  /** Why it ended without a credential. */
  refusal?: CredentialRefusal
}

export interface RevocationOptions {
  revocationRegistryId: string
  revocationIndex: string
  /**
   * Absent: the wallet is not told. Version 1.0 and 2.0 of the revocation notification (RFC 0183, RFC 0721), whose parent
   * is the thread of the issuance.
   */
  notification?: { connectionId: string; version: 'v1_0' | 'v2_0'; comment?: string; threadId?: string }
  /** False: recorded, published with the next publication of the same registry. */
  publish: boolean
}

/** Restrictions name registry identifiers, ours alone: others throw `invalid`. A `non_revoked` is always asked for the present moment. */
export interface ProofOptions {
  connectionId: string
  request: ProofRequest
  comment?: string
}

export interface ProofInvitationOptions {
  label: string
  imageUrl?: string
  goalCode: string
  goal: string
  request: ProofRequest
  comment?: string
}

export type { RefusalReason } from '@lastmile/contracts'

export interface ProofSnapshot {
  proofId: string
  connectionId?: string
  threadId: string
  state: ProofProgress
  /** undefined while unknown. */
  verified?: boolean
  refusal?: RefusalReason
  /** Only once verified. */
  presentation?: Presentation
}

export interface Presentation {
  /** Referent of a single attribute → value. */
  attributes: Record<string, string>
  /** Referent of a group → attribute name → value. */
  attributeGroups: Record<string, Record<string, string>>
  /** Referents of the predicates that were proved. */
  predicates: string[]
}

export type AgentEvent =
  | { type: 'connection'; connection: ConnectionSnapshot }
  | { type: 'credential'; credential: CredentialSnapshot }
  | { type: 'proof'; proof: ProofSnapshot }

/** A DIDComm message as others may see it: no value, key or signature is in it. */
export interface RecordedMessage extends Omit<ProtocolMessage, 'thread_id'> {
  /** Either of the two: the other is an out-of-band proof, which has no connection. */
  connectionId?: string
  proofId?: string
  threadId: string
}

export type AgentErrorCode = 'not-found' | 'not-connected' | 'invalid' | 'busy' | 'unavailable' | 'unreachable'

/** A failure that the caller can act on; the message is a sentence without ids, values or paths. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  readonly code: AgentErrorCode
  constructor(code: AgentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The data were made by an earlier version, and this one can't go on with them. */
export class OutdatedData extends Error {
  override readonly name = 'OutdatedData'
}
