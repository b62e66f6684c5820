import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createCrypto } from '../src/crypto/crypto.ts'

const crypto = createCrypto(2)
crypto.open()
afterAll(() => crypto.close())

const definition = (attributes: number) => ({
  schemaId: 'did:webvh:a:b/resources/s',
  schema: {
    issuerId: 'did:webvh:a:b',
    name: 'S',
    version: '1.0',
    attrNames: Array.from({ length: attributes }, (_, index) => `a${index}`),
  },
  issuerId: 'did:webvh:a:b',
  tag: 'x',
  revocable: false,
})

test('pitfall 8: the event loop stays free while keys are made', async () => {
  let turns = 0
  let made = false
  const making = crypto.createCredentialDefinition(definition(5)).then((result) => {
    made = true
    return result
  })
  const turn = () => {
    turns++
    if (!made) setImmediate(turn)
  }
  turn()
  expect(await making).toHaveProperty('keyCorrectnessProof')
  expect(turns).toBeGreaterThan(100)
})

test('proofs are checked while keys are made', async () => {
  let made = false
  const making = crypto.createCredentialDefinition(definition(5)).then(() => {
    made = true
  })
  expect(await crypto.verify(nonsense)).toBe(false)
  expect(made).toBe(false)
  await making
})

test('bad presentations in one process do not disturb others', async () => {
  expect(await Promise.all(Array.from({ length: 20 }, () => crypto.verify(nonsense)))).toEqual(Array(20).fill(false))
})

test('a process that dies is replaced, and what it was to do is done', async () => {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'crypto-worker'])
  const [victim] = stdout.split('\n')
  process.kill(Number(victim), 'SIGKILL')
  expect(await Promise.all(Array.from({ length: 4 }, () => crypto.verify(nonsense)))).toEqual(Array(4).fill(false))
})

test('closing ends what takes long, instead of waiting for it or beginning again', async () => {
  const closing = createCrypto(1)
  closing.open()
  const making = closing.createCredentialDefinition(definition(5))
  const [made] = await Promise.allSettled([making, closing.verify(nonsense).then(() => closing.close())])
  expect(made.status).toBe('rejected')
})

const nonsense = {
  presentation: {},
  request: {},
  schemas: [],
  credentialDefinitions: [],
  registries: [],
  statusLists: [],
  intervalOverrides: [],
}
