import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWillingWallet, type WillingWallet } from '@lastmile/e2e/willing-wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { buildBundle, runEntry } from '../test/server-process.ts'
import { connect, issue, proofOutcome, readyDefinition, staffCheck } from '../test/showcase.ts'
import { connectTo } from './platform/database/database.ts'

let bundle: string
let server: TestServer
let wallet: WillingWallet
let folder: string

/** In the embedded database, whatever the other tests run on. */
const embedded = { DATABASE_URL: undefined, STORE_KEY: 'kept elsewhere than the data' }

beforeAll(async () => {
  ;[bundle, server, wallet, folder] = await Promise.all([
    buildBundle('backup'),
    TestServer.start(embedded),
    openWillingWallet(),
    mkdtemp(join(tmpdir(), 'backup-')),
  ])
})
afterAll(async () => {
  await wallet.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function backUp(to: string[], dataDir = server.config.dataDir, settings: Record<string, string> = {}) {
  const command = runEntry(bundle, 'backup', { DATA_DIR: dataDir, ...settings }, to)
  return { code: await command.ended, ...command.output }
}

it('is made beside a running server, and what was issued before is proved and revoked with it', async () => {
  const visitor = server.visitor()
  const definitionId = await readyDefinition(visitor)
  const connectionId = await connect(visitor, wallet)
  const card = await issue(visitor, connectionId, definitionId)
  const restored = join(folder, 'restored')
  expect(await backUp([restored])).toEqual({
    code: 0,
    stdout: expect.stringContaining(`The data are in ${restored}`),
    stderr: '',
  })
  expect((await stat(restored)).mode & 0o777).toBe(0o700)
  expect((await stat(join(restored, 'last-mile.sqlite'))).mode & 0o777).toBe(0o600)
  const later = await issue(visitor, connectionId, definitionId)
  visitor.disconnect()
  await server.pause()

  const again = await TestServer.start({ ...embedded, PORT: new URL(server.url).port, DATA_DIR: restored })
  try {
    expect((await visitor.send('getCredential', { id: later.credential_exchange_id })).status).toBe(404)
    await visitor.subscribe({ connectionId })
    const prove = async () => {
      const proof_request = staffCheck(definitionId, { nonRevoked: true })
      const { presentation_exchange_id: id } = await visitor.call('requestProof', {
        body: { connection_id: connectionId, proof_request },
      })
      return proofOutcome(visitor, id)
    }
    expect(await prove()).toMatchObject({ verified: true })
    const { revoked } = await visitor.call('revoke', {
      body: {
        comment: '',
        connection_id: connectionId,
        cred_rev_id: card.revocation_id ?? '',
        rev_reg_id: card.revoc_reg_id ?? '',
        thread_id: card.thread_id,
        notify: true,
        notify_version: 'v2_0',
        publish: true,
      },
    })
    expect(revoked).toBe(true)
  } finally {
    visitor.disconnect()
    await again.stop()
  }
})

it('is made by one of several at the same time, whole', async () => {
  const [once, unlessThere] = [join(folder, 'once'), /is there already: name a folder that is not\.\n$/]
  const all = await Promise.all(Array.from({ length: 4 }, () => backUp([`${once}/`])))
  expect(all.filter(({ code }) => code === 0)).toHaveLength(1)
  for (const { code, stderr } of all) expect(stderr).toMatch(code === 0 ? /^$/ : unlessThere)
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
  expect((await readdir(once)).sort()).toEqual(['agent', 'last-mile.sqlite'])
  const database = connectTo({ dataDir: once })
  const { records } = await database
    .selectFrom('agentRecords')
    .select(({ fn }) => fn.countAll<number>().as('records'))
    .executeTakeFirstOrThrow()
  await database.destroy()
  expect(records).toBeGreaterThan(0)
})

it.each([
  ['no folder is named', () => backUp([]), /^Name the folder to make: /],
  ['the folder is there', () => backUp([folder]), /is there already: name a folder that is not\.$/],
  ['there are no data', () => backUp([join(folder, 'new')], join(folder, 'nothing')), /^There are no data in /],
  [
    'the data are in a PostgreSQL',
    () =>
      backUp([join(folder, 'new')], folder, {
        DATABASE_URL: 'postgresql://somebody@127.0.0.1:1/demo',
        STORE_KEY: embedded.STORE_KEY,
      }),
    /^The data are in the PostgreSQL .*pg_dump\.$/,
  ],
])('is refused with a sentence when %s', async (_when, tryIt, sentence) => {
  const { code, stdout, stderr } = await tryIt()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.trim()).toMatch(sentence)
})
