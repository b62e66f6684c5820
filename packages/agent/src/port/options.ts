import type { DistantReads, KeptReads } from './reads.ts'

/** Settings of the server that runs the agent. */
export interface AgentOptions {
  /**
   * Where wallets reach the server, without a trailing slash, for example `https://demo.example.org` or
   * `http://localhost:3000`. The issuer's name holds its host and port, so another address means another issuer.
   */
  publicUrl: string
  /** Folder for published files; made when missing, readable by the owner alone. */
  dataDir: string
  /** 32 random bytes with which records and keys are encrypted. Losing it loses the issuer and all definitions. */
  storeKey: Uint8Array
  logger: AgentLogger
  /** Credentials per status list. Default 1,000. */
  statusListSize?: number
  /** Processes for cryptography, beside the one that makes keys. Default: one for each processor. */
  workers?: number
  /** Messages worked on at the same time, at most half of them from one sender; more wait in a queue. Default 32. */
  inboundConcurrency?: number
  /** The memory quota of messages, shared with the server's other entry points. Default: a quota of the agent's own. */
  byteQuota?: { take(sender: string, bytes: number): boolean; give(sender: string, bytes: number): void }
  /** Refused messages of one sender within a minute, after which no more are taken from it. Default 120. */
  refusalsPerMinute?: number
  /**
   * Whether messages may be sent to private, loopback and link-local addresses. Only for a server that is itself on
   * such an address; a public one would let any wallet reach the operator's own network. Default false.
   */
  allowPrivateAddresses?: boolean
  /** Opens the reads of verifiers that are not the issuer; absent where there are none. */
  openReads?: (kept: KeptReads) => DistantReads
  /** An unanswered proof request ends after this many milliseconds. Default 10 minutes. */
  proofExpiry?: number
}

/** Where the agent writes what happened. Never called with message bodies, attribute values or wallets' labels. */
export interface AgentLogger {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogFields = Record<string, string | number | boolean | undefined>

export const defaultOptions = {
  statusListSize: 1000,
  inboundConcurrency: 32,
  refusalsPerMinute: 120,
  allowPrivateAddresses: false,
  proofExpiry: 10 * 60 * 1000,
} as const
