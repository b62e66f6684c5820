import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Runs the journeys, in a process that ends before this one goes on.
 * @param options of vitest's, and names of files
 */
export async function runJourneys(options: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const tests = spawn('npx', ['vitest', 'run', '--project', 'browser', ...options], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = await once(tests, 'exit')
  process.exitCode = code ?? 1
}
