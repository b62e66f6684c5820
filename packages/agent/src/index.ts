// First of all imports, see there.
import './native.ts'

export { createAgent } from './create-agent.ts'
export type { AgentLogger, AgentOptions, LogFields } from './options.ts'
export * from './port.ts'
export type { AgentStorage, DefinitionRow } from './storage.ts'
