import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AgentContext } from '@credo-ts/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GuardedWebResolver } from '../src/didcomm/registry/guarded-resolver.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent

beforeAll(async () => {
  running = await runAgent()
})

afterAll(() => running.stop())

/** The resolver's result for a published log, with signatures taken for good. */
async function resolved(log: string, did = running.agent.issuer) {
  const context = {
    config: { agentDependencies: { fetch: async () => new Response(log) } },
    resolve: () => ({ verify: async () => ({ verified: true }) }),
  }
  const { didDocument } = await new GuardedWebResolver().resolve(context as unknown as AgentContext, did)
  return didDocument?.id
}

test('a log that names another DID as its key makes the server call no host', async () => {
  let called = false
  const internal = createServer((_request, response) => {
    called = true
    response.end()
  })
  await new Promise<void>((resolve) => internal.listen(0, '127.0.0.1', resolve))
  const { port } = internal.address() as AddressInfo

  const log = (await running.agent.publicFiles.didLog()) ?? ''
  expect(await resolved(log)).toBe(running.agent.issuer)
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

test('a log of many entries is not read, however short', async () => {
  const log = (await running.agent.publicFiles.didLog()) ?? ''
  expect(await resolved(`${log}${'{}\n'.repeat(10)}`)).toBeUndefined()
})

test('a did:web is read from its own document alone', async () => {
  const did = 'did:web:wallet.example'
  expect(await resolved(JSON.stringify({ '@context': [], id: did }), did)).toBe(did)
  expect(await resolved(JSON.stringify({ '@context': [], id: 'did:web:other.example' }), did)).toBeUndefined()
})

test('logs that were read take no memory', async () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const [entry] = ((await running.agent.publicFiles.didLog()) ?? '').split('\n').map((line) => line && JSON.parse(line))
  const text = 'A man, a plan. '.repeat(500)
  // Never good for this DID, and hashed nevertheless.
  const read = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const service = Array.from({ length: 3 }, () => ({ id: `#${randomUUID()}`, type: 'x', serviceEndpoint: text }))
      await resolved(JSON.stringify({ ...entry, state: { ...entry.state, service } }))
    }
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await read(100)
  expect((await read(700)) - before).toBeLessThan(7 * 1024 * 1024)
})
