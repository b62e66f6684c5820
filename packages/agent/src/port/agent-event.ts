import type { ConnectionSnapshot } from './connections.ts'
import type { CredentialSnapshot, ProofSnapshot } from './exchanges.ts'

export type AgentEvent =
  | { type: 'connection'; connection: ConnectionSnapshot }
  | { type: 'credential'; credential: CredentialSnapshot }
  | { type: 'proof'; proof: ProofSnapshot }
