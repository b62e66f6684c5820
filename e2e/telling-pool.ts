import { ForksPoolWorker, type PoolOptions } from 'vitest/node'

/**
 * Vitest's pool of processes, which also says how one ended that nobody had asked to end: of a test whose native library crashed, one
 * would otherwise read only that a pipe was closed.
 */
class TellingForks extends ForksPoolWorker {
  #isAskedToEnd = false

  override async start(): Promise<void> {
    await super.start()
    this.on('exit', (code: number | null, signal?: string) => {
      if (!this.#isAskedToEnd) process.stderr.write(`The process of a test ended by itself with ${signal ?? code}.\n`)
    })
  }

  override async stop(): Promise<void> {
    this.#isAskedToEnd = true
    await super.stop()
  }
}

export const tellingPool = {
  name: 'telling-forks',
  createPoolWorker: (options: PoolOptions) => new TellingForks(options),
}
