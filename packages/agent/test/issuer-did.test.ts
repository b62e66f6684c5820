import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent

beforeAll(async () => {
  running = await runAgent()
})

afterAll(() => running.stop())

test('the log names the key that signed it by a DID URL with its fragment, as did:webvh asks', async () => {
  const { proof, parameters } = await firstEntry()
  const [key] = parameters.updateKeys
  expect(proof[0].verificationMethod).toBe(`did:key:${key}#${key}`)
})

test('the key is one for assertions, which signatures under schemas and definitions are', async () => {
  const { state } = await firstEntry()
  expect(state.id).toBe(running.agent.issuer)
  expect(state.assertionMethod).toEqual([state.verificationMethod[0].id])
})

async function firstEntry() {
  const log = await running.agent.publicFiles.didLog()
  return JSON.parse(log?.split('\n')[0] ?? '')
}
