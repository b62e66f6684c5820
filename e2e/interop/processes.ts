import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A process of ours; it never outlives this one. */
export interface RunningProcess {
  readonly pid: number
  /** Asks it to end, and ends it after 15 s; returns when it is gone. */
  stop(): Promise<void>
}

interface Command {
  /** For messages. */
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** Where what it writes goes. */
  logFile: string
  /** Whether it answers yet. */
  isReady: () => Promise<boolean>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Starts it and waits until it is ready. Throws when it ends before, or takes longer than 90 s. */
export async function startProcess({ name, command, args, env, logFile, isReady }: Command): Promise<RunningProcess> {
  await mkdir(dirname(logFile), { recursive: true })
  const log = await open(logFile, 'w')
  const child = spawn(command, args, { env, stdio: ['ignore', log.fd, log.fd] })
  await log.close()
  running.add(child)
  let ended: string | undefined
  const gone = new Promise<void>((resolve) => {
    const end = (how: string) => {
      ended = how
      running.delete(child)
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(`it ended with ${signal ?? `exit code ${code}`}`))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const impatient = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await gone
    clearTimeout(impatient)
  }

  try {
    await waitUntil(
      `${name} to be ready`,
      () => {
        if (ended !== undefined) throw new Error(`${name} did not start: ${ended}; see ${logFile}`)
        return isReady()
      },
      90_000,
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { pid: Number(child.pid), stop }
}

/** Whether the address answers with success. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Asks again and again until the answer is neither undefined nor false; throws after `timeout` milliseconds. */
export async function waitUntil<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false>,
  timeout = 30_000,
): Promise<Answer> {
  const deadline = Date.now() + timeout
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > deadline) throw new Error(`waited ${timeout} ms in vain for ${what}`)
    await pause(200)
  }
}
