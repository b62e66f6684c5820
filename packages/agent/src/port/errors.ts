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
