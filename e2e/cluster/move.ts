import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ApiBody } from '@lastmile/contracts'
import { createVisitor } from '../interop/product-server.ts'
import { rowsIn, startPostgres } from '../postgres.ts'
import { startServer } from '../server.ts'
import { openWillingWallet } from '../willing-wallet.ts'

/**
 * `npm run move-to-postgres` as an operator uses it: a visitor who was issued a credential on the embedded database
 * proves it on the PostgreSQL, and once it is revoked, no more. On the way the command is killed at several moments,
 * and called where it has to refuse.
 */
const command = fileURLToPath(new URL('../../apps/server/dist/move-to-postgres.js', import.meta.url))
const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))
const attributes = [
  { name: 'name', value: 'Bola' },
  { name: 'expiry_date', value: '20300101' },
]
const say = (text: string) => process.stdout.write(`${text}\n`)

const postgres = await startPostgres()
const settings: Record<string, string> = { CONTENT_DIR: content, LOG_LEVEL: 'warn' }
const server = await startServer({ settings })
const wallet = await openWillingWallet({ onProblem: () => undefined })
const { dataDir } = server
const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: postgres.url, STORE_KEY: 'a secret of the new servers' }
const refusal = (more: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [command], { env: { ...env, ...more } }).then(
    ({ stdout }) => assert.fail(`It did not refuse: ${stdout}`),
    ({ stderr }: { stderr: string }) => stderr,
  )

try {
  const visitor = createVisitor(server.origin)
  const definition = await until('the keys', async () => {
    const made = await visitor.call('getOrCreateCredDef', { body: { credential: { name: 'Staff Card', attributes } } })
    return made.state === 'ready' && made.data
  })
  const { connection_id, invitation_url, invi_msg_id } = await visitor.call('createInvite', {
    body: { my_label: 'Office' },
  })
  await wallet.receive(invitation_url)
  await until(
    'the connection',
    async () => (await visitor.call('getConnectionByInvitation', { id: invi_msg_id })).state === 'active',
  )
  const { credential_exchange_id: id } = await visitor.call('offerCredential', {
    body: { connection_id, cred_def_id: definition, credential_proposal: { attributes } },
  })
  const issued = await until('the credential', async () => {
    const credential = await visitor.call('getCredential', { id })
    return credential.state === 'credential_issued' && credential
  })
  const isProved = async () => {
    const restrictions = [{ cred_def_id: definition }]
    const body: ApiBody<'requestProof'> = {
      connection_id,
      proof_request: {
        name: 'Check',
        requested_attributes: { card: { names: ['name'], restrictions, non_revoked: {} } },
        requested_predicates: {},
      },
    }
    const { presentation_exchange_id } = await visitor.call('requestProof', { body })
    return until('the proof', async () => {
      const { state, verified } = await visitor.call('getProof', { id: presentation_exchange_id })
      return ['verified', 'done', 'abandoned'].includes(state) && { isTrue: verified === true }
    })
  }
  assert.deepEqual(await isProved(), { isTrue: true })

  assert.match(await refusal(), /Another server is running on the data folder/)
  await server.stop()
  const before = await filesIn(dataDir)
  assert.match(await refusal({ DATABASE_URL: '' }), /Set DATABASE_URL/)
  assert.match(await refusal({ DATA_DIR: join(dataDir, 'agent') }), /There are no data in/)

  for (let after = 300; ; after += 60) {
    const moving = spawn(process.execPath, [command], { env, stdio: ['ignore', 'inherit', 'inherit'] })
    const ended = once(moving, 'exit')
    await Promise.race([ended, pause(after)])
    moving.kill('SIGKILL')
    const [code] = await ended
    const [counted] = await rowsIn<{ records: number }>(
      postgres.url,
      'select count(*) as records from agent_records',
    ).catch(
      // Killed before it made the tables.
      () => [{ records: 0 }],
    )
    say(`After ${after} ms: ${code === 0 ? 'moved' : 'killed'}, ${counted?.records} records there`)
    // Killed when everything was there, it could not say so.
    if (code === 0 || counted?.records) break
  }
  assert.match(await refusal(), /is not empty/)
  assert.deepEqual(await filesIn(dataDir), before, 'The data folder is as it was')

  Object.assign(settings, { DATABASE_URL: env.DATABASE_URL, STORE_KEY: env.STORE_KEY })
  await server.restart()
  assert.deepEqual(await isProved(), { isTrue: true }, 'What was issued before is proved after')
  assert.match(await refusal({ DATA_DIR: join(dataDir, 'agent') }), /A server is running on the database/)
  await visitor.call('revoke', {
    body: {
      connection_id,
      rev_reg_id: issued.revoc_reg_id ?? '',
      cred_rev_id: issued.revocation_id ?? '',
      publish: true,
    },
  })
  assert.deepEqual(await isProved(), { isTrue: false }, 'What is revoked after is proved no more')
  say('Issued before, proved after, revoked after: all is well.')
} catch (error) {
  process.exitCode = 1
  say(`${(error as Error).stack}\n${server.output.slice(-3_000)}`)
} finally {
  await wallet.close()
  await server.discard()
  await postgres.discard()
}
process.exit()

async function until<Found>(what: string, look: () => Promise<Found | false>): Promise<Found> {
  for (const giveUpAt = Date.now() + 180_000; ; await pause(200)) {
    const found = await look()
    if (found) return found
    if (Date.now() > giveUpAt) throw new Error(`Nothing became of ${what}`)
  }
}

/** The digest of each file, by its path, but for those that are there to be locked. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('server.lock'))
    .map(({ parentPath, name }) => join(parentPath, name))
  const digest = async (file: string) =>
    [
      file,
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ] as const
  return Object.fromEntries(await Promise.all(files.map(digest)))
}
