export * from './port.ts'
export type { AgentStorage, DefinitionRow } from './storage.ts'
