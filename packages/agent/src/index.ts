export { createAgent } from './create-agent.ts'
export type { DidCommAgent, Inbound, PublicFiles, RecordedMessage } from './didcomm-agent.ts'
export type { AgentLogger, AgentOptions, LogFields } from './options.ts'
export * from './port.ts'
export type {
  AgentStorage,
  DefinitionRow,
  NewEvent,
  RecordFilter,
  RecordRow,
  SealedRows,
  StoredRecord,
  TailsRows,
  Written,
} from './storage.ts'
export { type SealedAnew, sealAnew, storeKeyCheck } from './store/seal-anew.ts'
export { ownLoopTurn } from './transport/loop-turns.ts'
