import type { Logger } from 'pino'
import { ApiError } from '../../platform/http/errors.ts'
import type { StatusRepository } from './repository.ts'

/** Whether the server can work, and since when its data holds. */
export class StatusService {
  readonly #repository: StatusRepository
  #state: 'starting' | 'ready' | 'stopping' = 'starting'
  #lastReset = ''

  constructor(repository: StatusRepository) {
    this.#repository = repository
  }

  /**
   * Opens for visitors, once the issuer is there. Another address or DID than before is a reset of the data: nothing
   * that visitors hold can be continued (docs/product.md, section 4).
   */
  async open(publicUrl: string, did: string, logger: Logger): Promise<void> {
    const now = new Date().toISOString()
    const issuer = `${publicUrl} ${did}`
    await this.#repository.begin(issuer, now)
    if ((await this.#repository.issuer()) !== issuer) {
      await this.#repository.moveTo(issuer, now)
      logger.warn(
        { publicUrl, did },
        'PUBLIC_URL or the issuer has changed: credential definitions are made anew and every visitor begins again',
      )
    }
    this.#lastReset = (await this.#repository.lastReset()) ?? now
    this.#state = 'ready'
  }

  get lastReset(): string {
    return this.#lastReset
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  get isStopping(): boolean {
    return this.#state === 'stopping'
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
