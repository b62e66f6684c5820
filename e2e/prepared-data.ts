import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { clusterDatabase, clusterSettings } from './cluster/database.ts'
import { filesAtOnce } from './files-at-once.ts'
import { freePort } from './free-port.ts'
import { createDatabase } from './postgres.ts'

/** Data of a server that has made all its credential definitions, and the port that its DID holds. */
interface PreparedData {
  dataDir: string
  port: number
  /** Of a PostgreSQL that holds them in place of the folder. */
  databaseUrl?: string | undefined
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each file that runs at the same time; see `preparedData`. */
    prepared: PreparedData[]
  }
}

const prepareData = fileURLToPath(new URL('../apps/server/test/prepare-data.ts', import.meta.url))

/** Makes keys and definitions once: they take seconds each, and every test file then starts on a copy. */
export default async function prepare(project: TestProject) {
  const prepared = await Promise.all(Array.from({ length: filesAtOnce }, (_, nth) => place(nth)))
  const remove = () => Promise.all(prepared.map(({ dataDir }) => rm(dataDir, { recursive: true, force: true })))
  const settings = prepared.map(({ dataDir, port, databaseUrl }) =>
    JSON.stringify({
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
      ...(databaseUrl && clusterSettings(databaseUrl)),
    }),
  )
  const env = { ...process.env, NODE_ENV: 'production' }
  try {
    await promisify(execFile)(process.execPath, ['--import', 'tsx', prepareData, ...settings], { env })
  } catch (cause) {
    await remove()
    throw new Error('The data of the journeys could not be prepared.', { cause })
  }
  project.provide('prepared', prepared)
  return remove
}

async function place(nth: number): Promise<PreparedData> {
  const dataDir = await mkdtemp(join(tmpdir(), 'last-mile-prepared-'))
  const databaseUrl = clusterDatabase && (await createDatabase(clusterDatabase, `prepared-${nth}`))
  return { dataDir, port: await freePort(), databaseUrl }
}
