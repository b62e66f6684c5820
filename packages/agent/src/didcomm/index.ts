export type { DidCommAgent, Inbound, PublicFiles } from './api/didcomm-agent.ts'
export type { DidCommStorage, TailsRows } from './api/didcomm-storage.ts'
export { createDidCommAgent } from './create-didcomm-agent.ts'
