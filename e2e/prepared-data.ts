import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiAnswer, apiRoutes } from '@lastmile/contracts'
import type { TestProject } from 'vitest/node'
import { type ProductServer, startServer } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data of a server that has made all its credential definitions, and the port that its DID holds. */
    prepared: { dataDir: string; port: number }
  }
}

const registrationTimeoutMs = 180_000

/** Makes keys and definitions once: they take seconds each, and every test file then starts on a copy. */
export default async function prepareData(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'last-mile-prepared-'))
  const server = await startServer({ dataDir })
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    await registerAll(server)
    await server.stop()
  } catch (cause) {
    await server.stop()
    await remove()
    throw new Error(`The server could not be prepared. It wrote:\n${server.output.slice(-5_000)}`, { cause })
  }
  project.provide('prepared', { dataDir, port: server.port })
  return remove
}

async function registerAll({ origin }: ProductServer) {
  const listed = await fetch(origin + apiRoutes.getCharacters.path)
  const characters = (await listed.json()) as ApiAnswer<'getCharacters'>
  const cookie = listed.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const screens = characters.flatMap(({ onboarding, useCases }) => [
    ...onboarding,
    ...useCases.flatMap((useCase) => useCase.screens),
  ])
  const giveUpAt = Date.now() + registrationTimeoutMs
  for (const credential of screens.flatMap(({ credentials = [] }) => credentials)) {
    for (let ready = false; !ready; ) {
      const answer = await fetch(origin + apiRoutes.getOrCreateCredDef.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, cookie },
        body: JSON.stringify({ credential }),
      })
      ready = answer.status === 200
      if (!ready && (answer.status !== 202 || Date.now() > giveUpAt)) {
        throw new Error(
          `The definition of ${credential.name} could not be made: ${answer.status} ${await answer.text()}`,
        )
      }
      await answer.body?.cancel()
      if (!ready) await pause(200)
    }
  }
}
