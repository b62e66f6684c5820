import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../workspace.mjs'

/** A script of package.json, run by npm as a person runs it, in a process group of its own. */
export class NpmProcess {
  /** Everything that it and its children have printed. */
  output = ''
  readonly pid: number
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  constructor(script: string, settings: Record<string, string>, cwd: string = root) {
    this.#child = spawn('npm', ['run', script], { cwd, env: { ...process.env, ...settings }, detached: true })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    if (this.#child.pid === undefined) throw new Error('npm did not start')
    this.pid = this.#child.pid
    this.#ended = once(this.#child, 'exit')
  }

  /** npm's exit code; null when a signal ended it. */
  async ended(): Promise<number | null> {
    await this.#ended
    return this.#child.exitCode
  }

  /** npm and everything below it. */
  family(): number[] {
    const family = [this.pid]
    // Children come after their parents only when sorted so: process ids may wrap around.
    const pairs = parents()
    for (const member of family) for (const [pid, parent] of pairs) if (parent === member) family.push(pid)
    return family
  }

  /** Ends at once whatever is left of `family`. */
  clear(family: number[]): void {
    for (const pid of [...family, ...this.family()].filter(isRunning)) process.kill(pid, 'SIGKILL')
  }
}

/** Resolves with the commands of those of `pids` that still run after `milliseconds`, earlier when none does. */
export async function leftOf(pids: number[], milliseconds: number): Promise<string[]> {
  const giveUpAt = Date.now() + milliseconds
  while (Date.now() < giveUpAt && pids.some(isRunning)) await pause(50)
  return pids.filter(isRunning).map(commandOf)
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).trim()
  } catch {
    return 'It has just ended'
  }
}

/** Process and parent of everything that runs; a process that ended and was not yet waited for counts as gone. */
function parents(): [number, number][] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return lines.flatMap((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/)
    return state.startsWith('Z') ? [] : [[Number(pid), Number(parent)] as [number, number]]
  })
}

const isRunning = (pid: number) => parents().some(([each]) => each === pid)
