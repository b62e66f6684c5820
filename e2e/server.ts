import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const bundle = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))
const readyTimeoutMs = 180_000
const stopTimeoutMs = 15_000

/** The real server, run as `npm start` runs it, on its own data. */
export interface ProductServer {
  readonly origin: string
  readonly port: number
  /** Where Prometheus reads its metrics. */
  readonly metricsUrl: string
  readonly dataDir: string
  /** Of the PostgreSQL that its data are in; undefined: they are in the folder. */
  readonly databaseUrl?: string
  /** Of the process that runs now. */
  readonly pid: number
  readonly isRunning: boolean
  /** Everything that it has printed since the first start. */
  readonly output: string
  /**
   * Starts it again, after `stop` or `kill9`, on the same data and port; resolves when it is ready.
   * @param nodeOptions for this start, in place of the first one's
   */
  restart(nodeOptions?: string[]): Promise<void>
  /** SIGTERM, as an operator stops it. Resolves with the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL: nothing can be saved. */
  kill9(): Promise<void>
  /** Stops it and removes its data, where those are its own. */
  discard(): Promise<void>
}

export interface ProductServerOptions {
  /** Default: any free one. The issuer's DID holds it, so data belong to one port. */
  port?: number
  /** The address that wallets use, where something stands between them and the server. */
  publicUrl?: string
  /** Default: a temporary directory, removed by `discard`. */
  dataDir?: string
  settings?: Record<string, string>
  /** Default: the Node that runs this. */
  node?: string
  /** Options of Node itself. */
  nodeOptions?: string[]
  /** The program that Node runs. Default: the built server. */
  program?: string
  /** Prints its output where this process prints, and does not keep it. */
  isShown?: boolean
}

/** Starts the server and waits until it is ready. Rejects with what it printed when it ends before. */
export async function startServer(options: ProductServerOptions = {}): Promise<ProductServer> {
  if (!existsSync(bundle)) throw new Error('The server is not built: run npm run build first.')
  const port = options.port ?? (await freePort())
  const metricsPort = await freePort()
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'last-mile-')))
  const origin = `http://localhost:${port}`
  let output = ''
  let child: ChildProcess | undefined

  const start = async (nodeOptions = options.nodeOptions ?? []) => {
    const started = spawn(options.node ?? process.execPath, [...nodeOptions, options.program ?? bundle], {
      stdio: options.isShown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: options.publicUrl ?? origin,
        METRICS_PORT: String(metricsPort),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'info',
        // All visitors of a test run come from one address.
        RATE_LIMIT_FACTOR: '1000',
        ...options.settings,
      },
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    await untilReady(started)
  }

  const untilReady = async (started: ChildProcess) => {
    const giveUpAt = Date.now() + readyTimeoutMs
    while (Date.now() < giveUpAt) {
      if (hasEnded(started)) throw new Error(`The server ended before it was ready:\n${output}`)
      const answer = await fetch(`${origin}/server/ready`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.status === 200) return
      await pause(100)
    }
    started.kill('SIGKILL')
    throw new Error(`The server was not ready within ${readyTimeoutMs / 1000} s:\n${output}`)
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || hasEnded(child)) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    const impatient = setTimeout(() => child?.kill('SIGKILL'), stopTimeoutMs)
    await ended
    clearTimeout(impatient)
    const missing = usedLeftOut(output)
    if (missing) throw new Error(`The server used what its build leaves out: ${missing}`)
    return child.exitCode
  }

  await start()
  return {
    origin,
    port,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    dataDir,
    get pid() {
      if (child?.pid === undefined) throw new Error('The server does not run.')
      return child.pid
    },
    get isRunning() {
      return child !== undefined && !hasEnded(child)
    },
    get output() {
      return output
    },
    // A test that ran out of time may go on beside the next one, for which it is started already.
    restart: async (nodeOptions) => {
      if (!child || hasEnded(child)) await start(nodeOptions)
    },
    stop: () => end('SIGTERM'),
    kill9: async () => {
      await end('SIGKILL')
    },
    discard: async () => {
      await end('SIGTERM')
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The line in which a server says that it used a package which its build leaves out (record 137). */
export const usedLeftOut = (output: string): string | undefined => /^.* is not part of this build\.$/m.exec(output)?.[0]

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
