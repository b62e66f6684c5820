import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '@lastmile/e2e/free-port'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildBundle, type Entry, runEntry } from '../test/server-process.ts'

let bundle: string
let dataDir: string
let port: number

beforeAll(async () => {
  bundle = await buildBundle('starting')
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'starting-'))
  port = await freePort()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const run = (entry: Entry, settings: Record<string, string> = {}) =>
  runEntry(bundle, entry, { PORT: String(port), DATA_DIR: dataDir, ...settings })

/** Starts, asks for the DID that the issuer publishes, and stops. */
async function publishedDid(settings: Record<string, string> = {}): Promise<string> {
  const server = run('main', settings)
  await expect
    .poll(() => server.output.stdout + server.output.stderr, { timeout: 40_000 })
    .toMatch(/Ready\.|can't be opened/)
  expect(server.output.stderr).toBe('')
  const log = await (await fetch(`http://localhost:${port}/.well-known/did.jsonl`)).text()
  expect(await server.stop()).toBe(0)
  return (JSON.parse(log.split('\n')[0] ?? '') as { state: { id: string } }).state.id
}

describe('a first start that is ended', () => {
  // From before the database is there until the keys of the first definition are being made.
  const moments = [60, 250, 400, 550, 700, 850, 1_000, 1_300, 1_700, 2_500]

  it.each(['kill', 'interrupt'] as const)(
    'at any moment, by %s, leaves data that the next start goes on with',
    async (end) => {
      for (const moment of moments) {
        const server = run('main')
        await setTimeout(moment)
        await server[end]()
        expect(server.output.stderr, `after ${moment} ms`).toBe('')
      }
      const did = await publishedDid()
      expect(await publishedDid()).toBe(did)
    },
  )
})

describe('a change of the store key', () => {
  const secret = () => readFile(join(dataDir, 'store.key'), 'utf8')

  it('keeps the issuer, and the old key opens nothing any more', async () => {
    const did = await publishedDid()
    const before = await secret()
    const rotation = run('rotate-key')
    expect(await rotation.ended).toBe(0)
    expect(rotation.output.stdout).toMatch(/^Encrypted with the new key: [1-9]\d* records, [1-9]\d* keys\.\n$/)
    expect(await secret()).not.toBe(before)
    expect(await publishedDid()).toBe(did)

    await writeFile(join(dataDir, 'store.key'), before)
    const locked = run('main')
    expect(await locked.ended).toBe(1)
    expect(locked.output.stderr).toMatch(/^The issuer's keys can't be opened: [^\n]+\.\n$/)
    const refused = run('rotate-key')
    expect(await refused.ended).toBe(1)
    expect(refused.output.stderr).toMatch(/^The data are encrypted with another key: [^\n]+\.\n$/)
  })

  it('stopped before the data or after them, is finished or forgotten by the next start', async () => {
    const did = await publishedDid()
    await writeFile(join(dataDir, 'store.key.next'), 'made, and nothing encrypted with it yet')
    expect(await publishedDid()).toBe(did)

    const before = await secret()
    expect(await run('rotate-key').ended).toBe(0)
    await rename(join(dataDir, 'store.key'), join(dataDir, 'store.key.next'))
    await writeFile(join(dataDir, 'store.key'), before)
    expect(await publishedDid()).toBe(did)
    expect(await secret()).not.toBe(before)
  })

  it('goes from the file to a setting, and from one setting to the next', async () => {
    const did = await publishedDid()
    expect(await run('rotate-key', { NEW_STORE_KEY: 'the first secret of all' }).ended).toBe(0)
    await expect(secret()).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await publishedDid({ STORE_KEY: 'the first secret of all' })).toBe(did)

    const unsaid = run('rotate-key', { STORE_KEY: 'the first secret of all' })
    expect(await unsaid.ended).toBe(1)
    expect(unsaid.output.stderr).toMatch(/^Set NEW_STORE_KEY [^\n]+\.\n$/)

    const settings = { STORE_KEY: 'the first secret of all', NEW_STORE_KEY: 'another secret after it' }
    expect(await run('rotate-key', settings).ended).toBe(0)
    const again = run('rotate-key', settings)
    expect(await again.ended).toBe(0)
    expect(again.output.stdout).toMatch(/already\. Set STORE_KEY/)
    expect(await publishedDid({ STORE_KEY: 'another secret after it' })).toBe(did)
  })

  it('leaves a server that runs, and a folder without data, alone', async () => {
    const empty = run('rotate-key')
    expect(await empty.ended).toBe(1)
    expect(empty.output.stderr).toMatch(/^Nothing is encrypted in the data folder [^\n]+ yet\.\n$/)
    const server = run('main')
    await expect.poll(() => server.output.stdout, { timeout: 40_000 }).toContain('Ready')
    const refused = run('rotate-key')
    expect(await refused.ended).toBe(1)
    expect(refused.output.stderr).toMatch(/^Another server is running/)
    expect(await server.stop()).toBe(0)
  })
})
