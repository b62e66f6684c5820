import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from './server.ts'
import { shippedDefinitionsMade } from './shipped-definitions.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data of a server that has made all its credential definitions, and the port that its DID holds. */
    prepared: { dataDir: string; port: number }
  }
}

/** Makes keys and definitions once: they take seconds each, and every test file then starts on a copy. */
export default async function prepareData(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'last-mile-prepared-'))
  const server = await startServer({ dataDir })
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    await shippedDefinitionsMade(server)
    await server.stop()
  } catch (cause) {
    await server.stop()
    await remove()
    throw new Error(`The server could not be prepared. It wrote:\n${server.output.slice(-5_000)}`, { cause })
  }
  project.provide('prepared', { dataDir, port: server.port })
  return remove
}
