import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

/** Asks the process to end, and ends it after 15 s; returns when it is gone. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(impatient)
}

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
