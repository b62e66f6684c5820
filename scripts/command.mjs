// @ts-check
// Running other programs: quiet while they do well, everything they said when they fail, and none left behind.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { basename } from 'node:path'

/** An expected failure: its message is one sentence for the person at the terminal, so no stack is printed. */
export class Stop extends Error {
  /**
   * @param {string} message
   * @param {string} [output] what a failing program printed, shown above the sentence
   */
  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Sends a signal to a program and to what it started in turn.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It ended between the check and the signal.
  }
}

/** @param {NodeJS.Signals} signal */
export function endOn(signal) {
  for (const child of running) signalGroup(child, 'SIGKILL')
  process.exit(128 + constants.signals[signal])
}

/**
 * Runs a program to its end and collects what it prints.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number, print?: boolean }} [options] `timeout` in
 *   milliseconds; `print` also shows the output as it comes
 * @returns {Promise<{ ok: boolean, output: string }>} `ok` is false when it could not start, failed or took too long
 */
export function attempt(program, args, { cwd, env, timeout, print = false } = {}) {
  return new Promise((resolve) => {
    // A group of its own, so that a time-out also ends the compilers and browsers that the program started.
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    running.add(child)
    let output = ''
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output += chunk
      if (print) process.stdout.write(chunk)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const timer = timeout
      ? setTimeout(() => {
          output += `\n${basename(program)} was stopped after ${Math.round(timeout / 1000)} s.\n`
          signalGroup(child, 'SIGKILL')
        }, timeout)
      : undefined
    let finished = false
    /** @param {boolean} ok */
    const finish = (ok) => {
      if (finished) return
      finished = true
      clearTimeout(timer)
      running.delete(child)
      resolve({ ok, output })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}

/**
 * Runs a program that must succeed.
 * @param {string} program
 * @param {string[]} args
 * @param {string} failure the sentence to stop with when it does not
 * @param {Parameters<typeof attempt>[2]} [options]
 * @throws {Stop} with the program's output
 */
export async function demand(program, args, failure, options) {
  const { ok, output } = await attempt(program, args, options)
  if (!ok) throw new Stop(failure, output)
  return output
}

/**
 * Runs npm: the very one that started this script, where there is one.
 * @param {string[]} args
 * @param {string} failure
 * @param {Parameters<typeof attempt>[2]} [options]
 */
export function npm(args, failure, options) {
  const cli = process.env.npm_execpath
  return cli && basename(cli) === 'npm-cli.js'
    ? demand(process.execPath, [cli, ...args], failure, options)
    : demand('npm', args, failure, options)
}
