import type { Logger } from 'pino'
import { ApiError } from '../../platform/errors.ts'
import type { StatusRepository } from './repository.ts'

/** Whether the server can work, and since when its data holds. */
export class StatusService {
  readonly #repository: StatusRepository
  #state: 'starting' | 'ready' | 'stopping' = 'starting'
  #lastReset = ''

  constructor(repository: StatusRepository) {
    this.#repository = repository
  }

  /** Reads when the data was last reset; a changed public address is such a reset (decisions.md, flow rules). */
  async begin(publicUrl: string, logger: Logger): Promise<void> {
    const now = new Date().toISOString()
    await this.#repository.begin(publicUrl, now)
    const before = await this.#repository.publicUrl()
    if (before !== publicUrl) {
      await this.#repository.moveTo(publicUrl, now)
      logger.warn(
        { before, now: publicUrl },
        'PUBLIC_URL has changed: a new DID and new credential definitions are made, and every visitor begins anew',
      )
    }
    this.#lastReset = (await this.#repository.lastReset()) ?? now
  }

  get lastReset(): string {
    return this.#lastReset
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  markReady(): void {
    this.#state = 'ready'
  }

  markStopping(): void {
    this.#state = 'stopping'
  }

  /** @throws ApiError 503 while the server starts or stops */
  requireReady(): void {
    if (this.#state === 'starting')
      throw new ApiError(503, 'starting', 'The server is starting. Please wait a moment.', 2)
    if (this.#state === 'stopping')
      throw new ApiError(503, 'stopping', 'The server is restarting. Please wait a moment.', 5)
  }
}
