import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentContext } from '@credo-ts/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GuardedWebVhResolver } from '../src/registry/guarded-resolver.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent

beforeAll(async () => {
  running = await runAgent()
}, 60_000)

afterAll(() => running.stop())

/** What the resolver says of a published log, with signatures taken for good. */
async function resolved(log: string) {
  const context = {
    config: { agentDependencies: { fetch: async () => new Response(log) } },
    resolve: () => ({ verify: async () => ({ verified: true }) }),
  }
  const { didDocument } = await new GuardedWebVhResolver().resolve(
    context as unknown as AgentContext,
    running.agent.did,
  )
  return didDocument?.id
}

test('a log that names another DID as its key makes the server call nobody', async () => {
  let called = false
  const internal = createServer((_request, response) => {
    called = true
    response.end()
  })
  await new Promise<void>((resolve) => internal.listen(0, '127.0.0.1', resolve))
  const { port } = internal.address() as AddressInfo

  const log = (await running.agent.publicFiles.didLog()) ?? ''
  expect(await resolved(log)).toBe(running.agent.did)
  const entry = JSON.parse(log)
  entry.proof[0].verificationMethod = `did:webvh:Qm:localhost%3A${port}:internal#key`
  expect(await resolved(JSON.stringify(entry))).toBeUndefined()
  expect(called).toBe(false)
  internal.close()
})

test('a log that is too long is not read', async () => {
  const log = (await running.agent.publicFiles.didLog()) ?? ''
  expect(await resolved(`${log}${' '.repeat(40_000)}`)).toBeUndefined()
})
