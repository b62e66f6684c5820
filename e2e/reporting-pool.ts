import { ForksPoolWorker, type PoolOptions } from 'vitest/node'

/**
 * Vitest's pool of processes, which also reports how a process ended by itself: when a test's native library crashes,
 * Vitest says only that a pipe was closed.
 */
class ReportingForks extends ForksPoolWorker {
  /** As the pool is called: by it Vitest finds a process that another file can go on in. */
  override readonly name = 'reporting-forks'
  #isAskedToEnd = false

  constructor(options: PoolOptions) {
    super(options)
    this.execArgv = [...this.execArgv, '--import', new URL('reporting-process.mjs', import.meta.url).href]
  }

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

export const reportingPool = {
  name: 'reporting-forks',
  createPoolWorker: (options: PoolOptions) => new ReportingForks(options),
}
