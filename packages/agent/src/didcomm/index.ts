export type { DidCommAgent, Inbound, PublicFiles, RecordedMessage } from './api/didcomm-agent.ts'
export { createAgent } from './create-agent.ts'
