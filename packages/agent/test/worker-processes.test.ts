import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createCrypto } from '../src/core/crypto/crypto.ts'
import { NativeIssuer, newLinkSecret, present, type Request } from './native-parties.ts'

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

test('while keys are made the event loop stays free, and proofs are checked', async () => {
  let turns = 0
  let made = false
  const making = crypto.createCredentialDefinition(definition(5)).then((result) => {
    made = true
    return result
  })
  const turn = () => {
    turns++
    if (!made) void setTimeout(1).then(turn)
  }
  turn()
  expect(await crypto.verify(nonsense)).toBe('unreadable')
  expect(made).toBe(false)
  const { credentialDefinition, ...secrets } = await making
  expect(secrets).toHaveProperty('keyCorrectnessProof')
  expect(turns).toBeGreaterThan(100)
  const { primary } = credentialDefinition.value as { primary: { n: string } }
  expect(BigInt(primary.n).toString(2)).toHaveLength(2048)
})

test('bad presentations in one process do not disturb others', async () => {
  expect(await Promise.all(Array.from({ length: 20 }, () => crypto.verify(nonsense)))).toEqual(
    Array(20).fill('unreadable'),
  )
})

test('a process that dies is replaced, and what it was to do is done', async () => {
  const [victim] = await processes()
  process.kill(Number(victim), 'SIGKILL')
  expect(await Promise.all(Array.from({ length: 4 }, () => crypto.verify(nonsense)))).toEqual(
    Array(4).fill('unreadable'),
  )
})

test.each([
  // Nothing is handled meanwhile, so the next message finds the channel closed: `write EPIPE`.
  ['before it is noticed', () => void execFileSync('sleep', ['0.3'])],
  ['while nothing was to do', () => expect.poll(processes).toEqual([])],
])('processes that all die %s are replaced', async (_when, wait) => {
  await crypto.verify(nonsense)
  for (const victim of await processes()) process.kill(victim, 'SIGKILL')
  await wait()
  expect(await Promise.all(Array.from({ length: 4 }, () => crypto.verify(nonsense)))).toEqual(
    Array(4).fill('unreadable'),
  )
})

test('what ends every process that does it is given up, and the next in the queue is done', async () => {
  await crypto.verify(nonsense)
  const others = await processes()
  let given = 0
  const giveUp = () => void given++
  const issuer = new NativeIssuer('queue', ['name'], 1_000)
  const makings = ['x', 'y'].map((tag) =>
    crypto.createRegistry({
      credentialDefinitionId: issuer.definitionId,
      credentialDefinition: issuer.definition.toJson(),
      issuerId: issuer.did,
      tag,
      size: 10,
      tailsDirectory: mkdtempSync(join(tmpdir(), 'queue-')),
    }),
  )
  for (const making of makings) making.catch(giveUp)
  while (given === 0) {
    const running = await processes()
    if (given === 0) for (const victim of running) if (!others.includes(victim)) process.kill(victim, 'SIGKILL')
    await setTimeout(50)
  }
  const made = await Promise.allSettled(makings)
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('what takes too long is ended with its process, and everything else is done', async () => {
  const impatient = createCrypto(2, { quick: 1_000, slow: 60_000 })
  impatient.open()
  await impatient.verify(nonsense)
  const endless = endlessTask()
  const began = performance.now()
  const ended = Promise.allSettled(Array.from({ length: 3 }, () => impatient.verify(endless)))
  const others = Promise.all(Array.from({ length: 10 }, () => impatient.verify(nonsense)))
  expect(await ended).toMatchObject(Array(3).fill({ status: 'rejected', reason: { code: 'busy' } }))
  expect(await others).toEqual(Array(10).fill('unreadable'))
  expect(performance.now() - began).toBeLessThan(30_000)
  await impatient.close()
})

test('closing comes to its end although processes died', async () => {
  const others = await processes()
  const closing = createCrypto(1)
  closing.open()
  await closing.verify(nonsense)
  const own = (await processes()).filter((each) => !others.includes(each))
  for (const victim of own) process.kill(victim, 'SIGKILL')
  await expect.poll(processes).toEqual(others)
  await closing.close()
})

test('closing ends what takes long, instead of waiting for it or beginning again', async () => {
  const closing = createCrypto(1)
  closing.open()
  const making = closing.createCredentialDefinition(definition(5))
  const [made] = await Promise.allSettled([making, closing.verify(nonsense).then(() => closing.close())])
  expect(made.status).toBe('rejected')
})

/** A presentation whose definition has a modulus so long that checking it would take minutes. */
function endlessTask(): Parameters<typeof crypto.verify>[0] {
  const issuer = new NativeIssuer('endless', ['name'], 1_000)
  const linkSecret = newLinkSecret()
  const request: Request = {
    name: 'Check',
    version: '1.0',
    nonce: '123456789012345678901234',
    requested_attributes: { name: { name: 'name' } },
    requested_predicates: {},
  }
  const held = issuer.issue(linkSecret, 1, { name: 'X' })
  const presentation = present(linkSecret, request, [{ held, attributes: ['name'] }])
  const definition = issuer.definition.toJson() as { value: { primary: { n: string } } }
  definition.value.primary.n = '9'.repeat(40_000)
  return {
    ...nonsense,
    presentation,
    request,
    schemas: [{ id: issuer.schemaId, json: JSON.stringify(issuer.schema.toJson()) }],
    credentialDefinitions: [{ id: issuer.definitionId, json: JSON.stringify(definition) }],
  }
}

/** Ids of the worker processes that run. */
async function processes(): Promise<number[]> {
  const listing = promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'crypto-worker'])
  // It fails when there are none.
  const { stdout } = await listing.catch(() => ({ stdout: '' }))
  return stdout.split('\n').filter(Boolean).map(Number)
}

const nonsense = {
  presentation: {},
  request: {},
  schemas: [],
  credentialDefinitions: [],
  registries: [],
  statusLists: [],
  intervalOverrides: [],
}
