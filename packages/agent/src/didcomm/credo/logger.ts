import { BaseLogger, LogLevel } from '@credo-ts/core'
import { loggableReason } from '../../core/loggable-reason.ts'
import type { AgentLogger } from '../../port/options.ts'

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
    this.#logger.warn('DIDComm library warning', { about: loggableReason(message) })
  }

  override error(message: unknown): void {
    this.#logger.warn('DIDComm library error', { about: loggableReason(message) })
  }

  override fatal(message: unknown): void {
    this.#logger.error('DIDComm library failure', { about: loggableReason(message) })
  }
}
