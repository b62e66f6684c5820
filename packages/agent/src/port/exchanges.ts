import type {
  CredentialAttribute,
  CredentialRefusal,
  CredentialState,
  ProofState,
  Protocol,
  ProtocolMessage,
  RefusalReason,
  VerifierCheck,
} from '@lastmile/contracts'
import type { KeptReads } from './reads.ts'

/**
 * An issuer and verifier, whatever the protocol and the format of credentials. States: docs/product.md, section 4.
 * Ids are opaque strings. Methods that take an unknown id throw `AgentError` 'not-found'.
 */
export interface Exchanges {
  /** The issuer's identifier in credentials. */
  readonly issuer: string

  /**
   * Makes or loads the keys and publishes their public part. Throws `invalid` when another store key encrypted the
   * data, and `OutdatedData` when an earlier version stored them elsewhere.
   */
  start(): Promise<void>
  /** Stops taking messages, finishes those under way, closes the store. */
  stop(): Promise<void>

  /**
   * Makes and publishes a definition. May take seconds; concurrent calls for one `key`, in any process, make one.
   * Throws `invalid` when the protocol's wallets cannot hold such a credential.
   */
  registerCredentialDefinition(options: CredentialDefinitionOptions): Promise<RegisteredCredentialDefinition>
  /** Undefined while it is not registered. */
  getCredentialDefinition(key: string): Promise<RegisteredCredentialDefinition | undefined>
  /**
   * Deletes a definition with its keys, published objects and revocation data. Its credentials can no longer be proved
   * or revoked, so none may be open. A new registration makes another one. Idempotent; resumes after a sudden end.
   * @param options as it was registered
   */
  forgetDefinition(options: CredentialDefinitionOptions): Promise<void>

  getCredential(credentialId: string): Promise<CredentialSnapshot | undefined>
  /** Withdraws an open offer, notifies the wallet, and forgets the exchange, its attribute values included. */
  deleteCredential(credentialId: string): Promise<void>

  /** Revokes and publishes; revocations are serialised, and many waiting ones share one publication. Idempotent. */
  revoke(status: StatusEntry, options: RevocationOptions): Promise<void>

  /**
   * Asks whatever wallet takes the invitation to show and prove something; no connection comes of it.
   * @param reads of a verifier that is not the issuer
   */
  askByInvitation(question: Question, invitation: InvitationOptions, reads?: KeptReads): Promise<InvitedProof>
  getProof(proofId: string): Promise<ProofSnapshot | undefined>
  /** Notifies the wallet if the question is still open, then forgets the exchange, revealed values included. */
  deleteProof(proofId: string): Promise<void>

  /** Called for every message that passed between us and a wallet, redacted, in the order in which they passed. */
  onMessage(listener: (message: RecordedMessage) => void): () => void
}

/** One for each protocol. */
export type Agents = Readonly<Record<Protocol, Exchanges>>

/** A message as others may see it: no value, key, code or signature is in it. */
export interface RecordedMessage
  extends Pick<ProtocolMessage, 'id' | 'at' | 'direction' | 'type' | 'state' | 'message'> {
  /** One of the three: the others are of exchanges without a connection. */
  connectionId?: string
  credentialId?: string
  proofId?: string
  threadId: string
}

/** States on this side. `credential_acked` and `done` are the API's words for pages. */
export type CredentialProgress = Exclude<CredentialState, 'credential_acked' | 'done'>
export type ProofProgress = Exclude<ProofState, 'done'>

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

export interface RevocationNotice {
  connectionId: string
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
  /** Of a verifier that is not the issuer. Events leave it out, as they do the presentation. */
  reads?: KeptReads | undefined
  /** Only once verified. */
  presentation?: Presentation
}

export interface InvitedProof extends ProofSnapshot, InvitationAddress {}

export interface Presentation {
  /** Revealed single attributes. */
  attributes: Record<string, string>
  /** Revealed groups: attribute name → value. */
  attributeGroups: Record<string, Record<string, string>>
  predicates: string[]
  /** Thumbprints of the holder's keys that the shown credentials are bound to, if to any. */
  holderKeys?: string[] | undefined
}
