import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { clusterDatabase, clusterSettings } from './cluster/database.ts'
import { filesAtOnce } from './files-at-once.ts'
import { createDatabase } from './postgres.ts'
import { startServer } from './server.ts'
import { shippedDefinitionsMade } from './shipped-definitions.ts'

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

const serverWithSharedKeys = fileURLToPath(new URL('../apps/server/test/server-with-shared-keys.ts', import.meta.url))

/** Makes keys and definitions once: they take seconds each, and every test file then starts on a copy. */
export default async function prepareData(project: TestProject) {
  // The first makes the keys, and the others have them.
  const prepared = [await prepare(0)]
  prepared.push(...(await Promise.all(Array.from({ length: filesAtOnce - 1 }, (_, nth) => prepare(nth + 1)))))
  project.provide('prepared', prepared)
  return () => Promise.all(prepared.map(({ dataDir }) => remove(dataDir)))
}

const remove = (dataDir: string) => rm(dataDir, { recursive: true, force: true })

async function prepare(place: number): Promise<PreparedData> {
  const dataDir = await mkdtemp(join(tmpdir(), 'last-mile-prepared-'))
  const databaseUrl = clusterDatabase && (await createDatabase(clusterDatabase, `prepared-${place}`))
  const server = await startServer({
    dataDir,
    nodeOptions: ['--import', 'tsx'],
    program: serverWithSharedKeys,
    settings: databaseUrl ? clusterSettings(databaseUrl) : {},
  })
  try {
    await shippedDefinitionsMade(server)
    await server.stop()
  } catch (cause) {
    await server.stop()
    await remove(dataDir)
    throw new Error(`The server could not be prepared. It wrote:\n${server.output.slice(-5_000)}`, { cause })
  }
  return { dataDir, port: server.port, databaseUrl }
}
