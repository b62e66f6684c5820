import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../postgres.ts'

/**
 * The journeys, or those whose files are named, on two servers behind nginx that are killed in turn: `npm run long --
 * cluster-journeys`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const postgres = await startPostgres()
try {
  const tests = spawn('npx', ['vitest', 'run', '--project', 'browser', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_CLUSTER: postgres.url },
  })
  const [code] = await once(tests, 'exit')
  process.exitCode = code ?? 1
} finally {
  await postgres.discard()
}
