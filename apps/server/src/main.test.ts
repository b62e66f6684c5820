import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@lastmile/e2e/free-port'
import { afterAll, beforeAll, expect, it } from 'vitest'

const port = await freePort()
const metricsPort = await freePort()
/** The bundle that is deployed, not the sources: its worker threads and paths are part of what is tried here. */
const bundle = join(import.meta.dirname, '../node_modules/.cache/main-test')
let dataDir: string

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../build.mjs'), bundle])
  dataDir = await mkdtemp(join(tmpdir(), 'main-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs an entry of the server in a process of its own. */
function run(entry: 'main' | 'reset', settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(bundle, `${entry}.js`)], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      CONTENT_DIR: join(import.meta.dirname, '../test/content'),
      ...settings,
    },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    output.stdout += data
  })
  child.stderr.on('data', (data) => {
    output.stderr += data
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    output,
    ended,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

it.each([
  ['a bad setting', { LOG_LEVEL: 'loud' }, /^The setting LOG_LEVEL must be one of [^\n]+\.\n$/],
  ['an unwritable folder', { DATA_DIR: '/dev/null/data' }, /^The data folder \S+ can't be written: [^\n]+\.\n$/],
])('ends with one sentence on %s', async (_what, settings, sentence) => {
  const { ended, output } = run('main', settings)
  expect(await ended).toBe(1)
  expect(output.stderr).toMatch(sentence)
})

it('ends with one sentence on a taken port', async () => {
  const occupant = createServer().listen(port, '127.0.0.1')
  await new Promise((resolve) => occupant.once('listening', resolve))
  const { ended, output } = run('main')
  expect(await ended).toBe(1)
  expect(output.stderr).toMatch(new RegExp(`^The port ${port} is taken: [^\\n]+\\.\\n$`))
  await new Promise((resolve) => occupant.close(resolve))
})

it('says where to open it, keeps its data to itself, stops when asked, and is reset by the operator', async () => {
  const server = run('main', { METRICS_PORT: String(metricsPort) })
  await expect.poll(() => server.output.stdout, { timeout: 30_000 }).toContain(`Ready. Open http://localhost:${port}"}`)
  expect(server.output.stdout.split('\n')[0]).toMatch(new RegExp(`http://localhost:${port}"}$`))
  const resetTime = async () =>
    ((await (await fetch(`http://localhost:${port}/server/last-reset`)).json()) as { lastServerReset: string })
      .lastServerReset
  const before = await resetTime()

  const invited = await fetch(`http://localhost:${port}/demo/connections/createInvite`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ my_label: 'Canary label' }),
  })
  const { invitation_url } = (await invited.json()) as { invitation_url: string }
  await fetch(`${invitation_url}&note=canary`)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('http_request_duration_seconds_count{method="POST",route="/demo/connections/createInvite"')
  const cookie = /visitor=([^;]+)/.exec(invited.headers.get('set-cookie') ?? '')?.[1] ?? 'no cookie'
  for (const secret of [/canary/i, cookie, invitation_url.split('oob=')[1] ?? 'no invitation', /oob=/]) {
    expect(server.output.stdout).not.toMatch(secret)
  }

  const second = run('main', { PORT: String(await freePort()) })
  expect(await second.ended).toBe(1)
  expect(second.output.stderr).toMatch(/^Another server is running on the data folder [^\n]+\.\n$/)
  const refused = run('reset')
  expect(await refused.ended).toBe(1)
  expect(refused.output.stderr).toMatch(/^Another server is running/)

  expect(await server.stop()).toBe(0)
  expect(server.output.stderr).toBe('')

  const locked = run('main', { STORE_KEY: 'another secret than before' })
  expect(await locked.ended).toBe(1)
  expect(locked.output.stderr).toMatch(/^The issuer's wallet can't be opened: [^\n]+\.\n$/)

  await writeFile(join(dataDir, 'agent', 'canary'), '')
  expect(await run('reset').ended).toBe(0)
  expect(existsSync(join(dataDir, 'agent'))).toBe(false)

  const fresh = run('main')
  await expect.poll(() => fresh.output.stdout, { timeout: 30_000 }).toContain('Ready')
  expect(Date.parse(await resetTime())).toBeGreaterThan(Date.parse(before))
  expect(await fresh.stop()).toBe(0)
}, 90_000)
