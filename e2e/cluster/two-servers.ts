import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../free-port.ts'
import { createVisitor } from '../interop/product-server.ts'
import { startPostgres } from '../postgres.ts'
import { startServer } from '../server.ts'
import { openWillingWallet } from '../willing-wallet.ts'
import { spreadOver } from './spread.ts'

/**
 * Takes visitors with wallets through two servers on one PostgreSQL, each call and each socket by another one, and then while one of the
 * two is killed and started again in turn.
 */
const { values: options } = parseArgs({ options: { visitors: { type: 'string', default: '6' } } })
const visitors = Number(options.visitors)
const say = (text: string) => process.stdout.write(`${text}\n`)
const attributes = [
  { name: 'name', value: 'Bola' },
  { name: 'expiry_date', value: '20300101' },
]

const postgres = await startPostgres()
const port = await freePort()
const origin = `http://localhost:${port}`
const ports = [await freePort(), await freePort()]
const folders = await Promise.all(ports.map(() => mkdtemp(join(tmpdir(), 'node-'))))
const spread = await spreadOver(port, ports)
const settings = {
  DATABASE_URL: postgres.url,
  STORE_KEY: 'the same for both of these servers',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_FACTOR: '1000',
}
const begun = performance.now()
const servers = await Promise.all(
  ports.map((each, index) => startServer({ port: each, publicUrl: origin, dataDir: folders[index], settings })),
)
say(`Both are ready after ${seconds(begun)} s`)

let failed = 0
try {
  const definition = await preparedDefinition()
  say(`The keys of a credential are there after ${seconds(begun)} s`)
  await each('with both', visitors)

  for (const [index, server] of servers.entries()) {
    const visits = each(`while server ${index + 1} is killed and comes back`, visitors)
    await new Promise((resolve) => setTimeout(resolve, 400))
    await server.kill9()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await server.restart()
    await visits
  }

  async function each(how: string, count: number) {
    const took: number[] = []
    const began = performance.now()
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 300))
        const from = performance.now()
        await visit(definition).then(
          () => took.push(performance.now() - from),
          (error: Error) => {
            failed++
            say(`  A visit failed: ${error.message}`)
          },
        )
      }),
    )
    say(
      `${how}: ${took.length} of ${count} visits ended well, in ${seconds(began)} s; the longest took ${Math.max(0, ...took).toFixed(0)} ms`,
    )
  }
} finally {
  for (const server of servers) {
    await server.stop()
    const unwell = server.output.split('\n').filter((line) => /not caught|"level":(50|60),/.test(line))
    for (const line of unwell.slice(0, 10)) say(line.slice(0, 600))
  }
  spread.close()
  await postgres.discard()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1)
}

/** Tried again for a while: a call that a server took before it died is answered by nobody. */
async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === 40) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

async function preparedDefinition(): Promise<string> {
  const visitor = createVisitor(origin)
  for (;;) {
    const { data, state } = await patiently(() =>
      visitor.call('getOrCreateCredDef', { body: { credential: { name: 'Staff Card', attributes } } }),
    )
    if (state === 'ready') return data
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function visit(definition: string): Promise<void> {
  const visitor = createVisitor(origin)
  const wallet = await openWillingWallet({ onProblem: () => undefined })
  const began = performance.now()
  const until = async (states: string[], read: () => Promise<{ state: string }>) => {
    for (let state = ''; ; ) {
      state = (await read().catch(() => ({ state }))).state
      if (states.includes(state)) return
      if (performance.now() - began > 60_000) throw new Error(`It stays ${state}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  try {
    const { connection_id, invitation_url, invi_msg_id } = await patiently(() =>
      visitor.call('createInvite', { body: { my_label: 'Office' } }),
    )
    await wallet.receive(invitation_url)
    await until(['active'], () => visitor.call('getConnectionByInvitation', { id: invi_msg_id }))
    const { credential_exchange_id } = await patiently(() =>
      visitor.call('offerCredential', {
        body: { connection_id, cred_def_id: definition, credential_proposal: { attributes } },
      }),
    )
    await until(['credential_issued'], () => visitor.call('getCredential', { id: credential_exchange_id }))
    const restrictions = [{ cred_def_id: definition }]
    const { presentation_exchange_id } = await patiently(() =>
      visitor.call('requestProof', {
        body: {
          connection_id,
          proof_request: {
            name: 'Check',
            requested_attributes: { card: { names: ['name'], restrictions } },
            requested_predicates: { valid: { name: 'expiry_date', p_type: '>=', p_value: 20260101, restrictions } },
          },
        },
      }),
    )
    await until(['verified', 'done'], () => visitor.call('getProof', { id: presentation_exchange_id }))
  } finally {
    await wallet.close()
  }
}
