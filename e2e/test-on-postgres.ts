import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startPostgres } from './postgres.ts'

/**
 * The server's tests, with a PostgreSQL instead of the embedded database: `npm run long -- postgres`, or with the files
 * that are named.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const named = process.argv.slice(2)
const postgres = await startPostgres()
try {
  const files = named.length > 0 ? named : ['apps/server']
  const tests = spawn('npx', ['vitest', 'run', '--project', 'module', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES: postgres.url },
  })
  const [code] = await once(tests, 'exit')
  process.exitCode = code ?? 1
} finally {
  await postgres.discard()
}
