import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A command of the server. */
export type Entry = 'main' | 'reset' | 'contact-messages' | 'rotate-key' | 'backup'

/**
 * Builds the bundle that is deployed, not the sources: its worker processes and paths are part of what is tried.
 * @param name of the test, which gets a bundle of its own
 * @returns the folder of the bundle
 */
export async function buildBundle(name: string): Promise<string> {
  const folder = join(import.meta.dirname, `../node_modules/.cache/${name}-test`)
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../build.mjs'), folder])
  return folder
}

/** Runs a command of the server in a process of its own. */
export function runEntry(bundle: string, entry: Entry, settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [join(bundle, `${entry}.js`), ...args], {
    env: {
      PATH: process.env.PATH,
      METRICS_PORT: '0',
      CONTENT_DIR: join(import.meta.dirname, 'content'),
      ...settings,
    },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    output.stdout += data
  })
  child.stderr.on('data', (data) => {
    output.stderr += data
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const end = (signal: NodeJS.Signals) => () => {
    child.kill(signal)
    return ended
  }
  return { output, ended, stop: end('SIGTERM'), interrupt: end('SIGINT'), kill: end('SIGKILL') }
}
