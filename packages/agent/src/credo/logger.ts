import { BaseLogger, LogLevel } from '@credo-ts/core'
import type { AgentLogger } from '../options.ts'

/**
 * The words of a library's message that come before anything variable. Credo's messages go on with wallets' labels,
 * values and whole message bodies, which may be personal data and never belong in a log.
 */
export function leadingWords(said: unknown): string {
  // Credo also throws errors whose message is another error.
  let message = said
  for (let depth = 0; message instanceof Error && depth < 3; depth++) message = message.message
  if (typeof message !== 'string') return ''
  const end = message.search(/[:;('"`{[\n\d]/)
  return (end < 0 ? message : message.slice(0, end)).trim().slice(0, 120)
}

/** Credo's logger: warnings and errors reach ours as their leading words, without the data given along. */
export class CredoLogger extends BaseLogger {
  readonly #logger: AgentLogger

  constructor(logger: AgentLogger) {
    super(LogLevel.warn)
    this.#logger = logger
  }

  override test(): void {}
  override trace(): void {}
  override debug(): void {}
  override info(): void {}

  override warn(message: unknown): void {
    this.#logger.warn('DIDComm library warning', { about: leadingWords(message) })
  }

  override error(message: unknown): void {
    this.#logger.warn('DIDComm library error', { about: leadingWords(message) })
  }

  override fatal(message: unknown): void {
    this.#logger.error('DIDComm library failure', { about: leadingWords(message) })
  }
}
