export type { DidCommAgent, Inbound, PublicFiles, RecordedMessage } from './api/didcomm-agent.ts'
export type { DidCommStorage, TailsRows } from './api/didcomm-storage.ts'
export { createDidCommAgent } from './create-agent.ts'
