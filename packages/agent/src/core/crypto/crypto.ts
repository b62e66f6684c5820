import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import workerpool, { type Pool } from 'workerpool'
import { AgentError } from '../../port/errors.ts'
import type { CryptoTasks } from './tasks.ts'

/** The cryptography, off the main thread. */
export interface Crypto extends CryptoTasks {
  open(): void
  close(): Promise<void>
}

/** Beyond this the server is so far behind that a wallet's time-out comes first. */
const longestQueue = 1_000
/** The process for slow work is ended when it had nothing to do for this long, in milliseconds. */
const slowIdle = 30_000
/** A task whose process died, from lack of memory for example, is begun again; not for ever, as it may be the cause. */
const mostDeaths = 2
/**
 * Milliseconds until a task's process is ended.
 * Honest tasks take a tenth of a second; keys take a minute or two on a busy machine.
 */
const longestTask = { quick: 30_000, slow: 10 * 60_000 }
/** How long a process may take to finish what it does when it is to end, in milliseconds. */
const longestEnd = 3_000

/**
 * Worker processes for the cryptography; processes rather than threads, because the native library keeps one error
 * for all threads, so that one wallet's bad proof could fail another's good one, and crashes when a thread that used
 * it ends. Making keys and registries takes seconds and has a process of its own: visitors never wait behind it.
 */
export function createCrypto(workers: number, longest = longestTask): Crypto {
  let quick: Pool | undefined
  let slow: Pool | undefined
  let killSlow = new AbortController()
  let slowTasks = 0
  let slowTimer: NodeJS.Timeout | undefined

  const run = async (pool: Pool, name: string, task: unknown, timeout: number): Promise<unknown> => {
    if (pool.stats().pendingTasks >= longestQueue)
      throw new AgentError('busy', 'The server is very busy. Try again in a moment.')
    for (let deaths = 0; ; ) {
      let isOver = false
      let timer: NodeJS.Timeout | undefined
      const limitTime = (pid: number) => {
        timer = setTimeout(() => {
          isOver = true
          kill(pid)
        }, timeout)
      }
      try {
        return await pool.exec(name, [task], { on: limitTime })
      } catch (error) {
        if (!quick || !isDeath(error)) throw error
        if (isOver || (!wasDeadBefore(error) && ++deaths > mostDeaths)) {
          // The pool would have called the next task when this process was done; any call makes it do so.
          pool.exec('methods').catch(() => undefined)
          throw isOver ? new AgentError('busy', 'This took too long. Try again in a moment.') : error
        }
      } finally {
        clearTimeout(timer)
      }
    }
  }
  const quickly = <Name extends keyof CryptoTasks>(name: Name): CryptoTasks[Name] =>
    (async (task: unknown) => {
      if (!quick) throw notRunning()
      return run(quick, name, task, longest.quick)
    }) as CryptoTasks[Name]
  const slowly = <Name extends keyof CryptoTasks>(name: Name): CryptoTasks[Name] =>
    (async (task: unknown) => {
      if (!quick) throw notRunning()
      clearTimeout(slowTimer)
      slowTasks++
      try {
        slow ??= openPool(0, 1, killSlow.signal)
        return await run(slow, name, task, longest.slow)
      } finally {
        slowTasks--
        if (slowTasks === 0) slowTimer = setTimeout(closeSlow, slowIdle).unref()
      }
    }) as CryptoTasks[Name]
  const closeSlow = async () => {
    clearTimeout(slowTimer)
    // Keys half made are of no use, and stopping the server should not wait for them. A process that makes some
    // hears nothing meanwhile, and takes no signal that it may ignore.
    killSlow.abort()
    killSlow = new AbortController()
    const closing = slow && ended(slow, true)
    slow = undefined
    await closing
  }

  return {
    open: () => {
      quick = openPool(workers, workers)
    },
    close: async () => {
      const closing = quick && ended(quick, false)
      quick = undefined
      await Promise.all([closing, closeSlow()])
    },
    createCredentialDefinition: slowly('createCredentialDefinition'),
    createRegistry: slowly('createRegistry'),
    createStatusList: slowly('createStatusList'),
    updateStatusList: quickly('updateStatusList'),
    sign: quickly('sign'),
    verify: quickly('verify'),
  }
}

/** Ends a process by a signal that it can't ignore. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Whether a process is what failed: it was killed, ended by itself, could not be begun or not be reached. */
const isDeath = (error: unknown): error is Error => error instanceof workerpool.TerminateError

/**
 * Whether the process was dead before the task reached it, so that the task is not to blame. The pool learns of a
 * death by the process's exit, or earlier by a message that finds its channel closed.
 */
function wasDeadBefore({ message, cause }: Error): boolean {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return message === 'Worker is terminated' || code === 'EPIPE' || code === 'ERR_IPC_CHANNEL_CLOSED'
}

/** Resolves when the pool's processes have ended. The pool itself waits in vain for those that ended early. */
async function ended(pool: Pool, atOnce: boolean): Promise<void> {
  await Promise.resolve(pool.terminate(atOnce, longestEnd)).catch(() => undefined)
}

const notRunning = () => new AgentError('unavailable', 'The issuer is not running.')

const niceness = constants.priority.PRIORITY_BELOW_NORMAL
/**
 * There are as many of these processes as cores; the server itself goes first, so that it answers while they compute.
 * Said before anything else is loaded, because a thread has the priority that its process had when it began.
 */
const lowPriority = `data:text/javascript,import { setPriority } from 'node:os'; setPriority(${niceness})`

/** Runs the sources under a TypeScript loader, or the file that the build puts beside the bundle. */
function openPool(minWorkers: number, maxWorkers: number, kill?: AbortSignal): Pool {
  const fromSource = import.meta.url.endsWith('.ts')
  const script = fileURLToPath(new URL(fromSource ? './crypto-worker.ts' : './crypto-worker.js', import.meta.url))
  const loader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return workerpool.pool(script, {
    workerType: 'process',
    minWorkers,
    maxWorkers,
    forkOpts: {
      execArgv: ['--import', lowPriority, ...(fromSource ? ['--import', loader()] : [])],
      serialization: 'advanced',
      ...(kill && { signal: kill, killSignal: 'SIGKILL' }),
    },
  })
}
