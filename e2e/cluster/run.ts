import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../postgres.ts'
import { startCluster } from './cluster.ts'

/** `npm run long -- cluster`: the whole on one machine, until it is asked to end: PostgreSQL, nginx and two servers. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const missing = [
  ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
  ...(existsSync('/usr/sbin/nginx') ? [] : ['nginx-light']),
]
if (missing.length > 0) {
  process.stderr.write(
    `Not installed here: ${missing.join(' and ')}. On Debian: apt-get install ${missing.join(' ')}\n`,
  )
  process.exit(1)
}
const say = (text: string) => process.stdout.write(`${text}\n`)
const { PORT, PUBLIC_URL, DATA_DIR, STORE_KEY, RATE_LIMIT_FACTOR, LOG_LEVEL } = process.env
const port = Number(PORT ?? 3000)
const folder = join(resolve(root, DATA_DIR ?? '.data'), 'cluster')
await mkdir(folder, { recursive: true, mode: 0o700 })

const asked = new Promise<void>((end) => {
  // A terminal signals the whole group, and npm signals it again.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end())
})
// As root, PostgreSQL runs as its own user, who does not get into our folder.
const data = process.getuid?.() === 0 ? `/var/lib/postgresql/last-mile-${port}` : join(folder, 'postgres')
const postgres = await startPostgres(data)
try {
  const cluster = await startCluster({
    port,
    databaseUrl: postgres.url,
    dataDirs: [join(folder, 'node-1'), join(folder, 'node-2')],
    isShown: true,
    settings: {
      STORE_KEY: STORE_KEY ?? (await keptSecret()),
      LOG_LEVEL: LOG_LEVEL ?? 'warn',
      RATE_LIMIT_FACTOR: RATE_LIMIT_FACTOR ?? '1',
      ...(PUBLIC_URL && { PUBLIC_URL }),
    },
  })
  say(`Ready. Open ${PUBLIC_URL ?? cluster.origin}`)
  say(
    `PostgreSQL keeps its data in ${data}. The servers are the processes ${cluster.nodes.map(({ pid }) => pid).join(' and ')}:`,
  )
  say('kill one, and it is started again. Ctrl-C ends everything.')
  const watch = setInterval(() => {
    for (const node of cluster.nodes) if (!node.isRunning) node.restart().catch((error: Error) => say(error.message))
  }, 1_000)
  await asked
  clearInterval(watch)
  await cluster.stop()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await postgres.stop()
}
process.exit()

async function keptSecret(): Promise<string> {
  const file = join(folder, 'store.key')
  if (!existsSync(file)) await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFile(file, 'utf8')
}
