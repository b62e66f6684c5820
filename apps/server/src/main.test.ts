import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiRoutes, type ContactAnswer } from '@lastmile/contracts'
import { freePort } from '@lastmile/e2e/free-port'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CertificateAuthority } from '../test/certificates.ts'
import { bodyOf, headersOf, MailServer } from '../test/mail-server.ts'
import { buildBundle, type Entry, runEntry } from '../test/server-process.ts'

const port = await freePort()
const metricsPort = await freePort()
let bundle: string
let dataDir: string

beforeAll(async () => {
  bundle = await buildBundle('main')
  dataDir = await mkdtemp(join(tmpdir(), 'main-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const run = (entry: Entry, settings: Record<string, string> = {}, args: string[] = []) =>
  runEntry(bundle, entry, { PORT: String(port), DATA_DIR: dataDir, ...settings }, args)

/** Posts the contact form. */
async function write(message: string): Promise<ContactAnswer> {
  const response = await fetch(`http://localhost:${port}${apiRoutes.sendEmail.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Canary Ade', email: 'canary@example.org', subject: 'Other', message }),
  })
  return (await response.json()) as ContactAnswer
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

it('warns that wallets refuse a public address without https', async () => {
  const settings = { PUBLIC_URL: 'http://demo.example.org', METRICS_PORT: '0', DATA_DIR: join(dataDir, 'public') }
  const server = run('main', settings)
  await expect.poll(() => server.output.stdout, { timeout: 30_000 }).toContain('Ready.')
  expect(server.output.stdout).toContain('wallets take an issuer from https addresses only')
  await server.stop()
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
  expect((await write('A canary that nobody mails')).success).toBe(true)
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
  expect(locked.output.stderr).toMatch(/^The issuer's keys can't be opened: [^\n]+\.\n$/)

  await writeFile(join(dataDir, 'agent', 'wallet.sqlite'), '')
  const outdated = run('main')
  expect(await outdated.ended).toBe(1)
  expect(outdated.output.stderr).toMatch(
    /^The data folder [^\n]+ was made by an earlier version, [^\n]+npm run reset[^\n]+\.\n$/,
  )

  await writeFile(join(dataDir, 'agent', 'canary'), '')
  const hesitant = run('reset')
  expect(await hesitant.ended).toBe(1)
  expect(hesitant.output.stderr).toMatch(/^Undelivered contact messages: 1\. [^\n]+\.\n$/)
  const dies = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; const remove = fs.rmSync;
    fs.rmSync = (...what) => { remove(...what); process.kill(process.pid, 'SIGKILL') }; syncBuiltinESMExports()`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(dies)}`
  expect(await run('reset', { NODE_OPTIONS }, ['--with-messages']).ended).toBe(null)
  // No database is left without its tails files.
  expect([join('agent', 'canary'), 'last-mile.sqlite'].map((name) => existsSync(join(dataDir, name)))).toEqual([
    true,
    false,
  ])
  expect(await run('reset', {}, ['--with-messages']).ended).toBe(0)
  expect(existsSync(join(dataDir, 'agent'))).toBe(false)

  const fresh = run('main')
  await expect.poll(() => fresh.output.stdout, { timeout: 30_000 }).toContain('Ready')
  expect(Date.parse(await resetTime())).toBeGreaterThan(Date.parse(before))
  expect(await fresh.stop()).toBe(0)
})

it('loses no message when it is killed before the mail is sent, and mails it once after the next start', async () => {
  const authority = await CertificateAuthority.create()
  const mailServer = await MailServer.start({ tls: 'starttls', certificate: await authority.certify('localhost') })
  const settings = { ...mailServer.settings, SMTP_CA_FILE: join(dataDir, 'authority.pem') }
  await writeFile(settings.SMTP_CA_FILE, authority.cert)
  mailServer.mood = 'stall'
  const first = run('main', settings)
  await expect.poll(() => first.output.stdout, { timeout: 30_000 }).toContain('Ready')
  expect((await write('Canary: what was killed')).success).toBe(true)
  await expect.poll(() => mailServer.logins, { timeout: 10_000 }).toEqual(['encrypted'])
  await first.kill()
  expect(mailServer.mails).toEqual([])

  const list = run('contact-messages', settings)
  expect(await list.ended).toBe(0)
  expect(list.output.stdout).toMatch(/waiting {4}new {3}Other: Canary Ade <canary@example\.org>/)

  mailServer.mood = 'take'
  const second = run('main', settings)
  await expect.poll(() => mailServer.mails.length, { timeout: 30_000 }).toBe(1)
  expect(mailServer.logins).toEqual(['encrypted', 'encrypted'])
  const [mail = ''] = mailServer.mails
  expect(bodyOf(mail)).toContain('Canary: what was killed')
  expect(headersOf(mail)['reply-to']).toBe('Canary Ade <canary@example.org>')
  const beside = async () => {
    const command = run('contact-messages', settings)
    await command.ended
    return command.output.stdout
  }
  await expect.poll(beside, { timeout: 15_000 }).toContain('delivered')
  expect(await second.stop()).toBe(0)
  for (const { output } of [first, second]) expect(output.stdout + output.stderr).not.toMatch(/canary/i)
  await mailServer.pause()
})

it('ends though a thread of its process hangs, within ten seconds', async () => {
  const pipe = join(dataDir, 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  // Nothing ever writes to it, as a disk that has stalled.
  const hangs = `data:text/javascript,process.on('SIGTERM',()=>process.getBuiltinModule('fs').open('${pipe}',()=>{}))`
  const server = run('main', { DATA_DIR: join(dataDir, 'hanging'), NODE_OPTIONS: `--import "${hangs}"` })
  await expect.poll(() => server.output.stdout, { timeout: 30_000 }).toContain('Ready.')
  const began = performance.now()
  await server.stop()
  expect(performance.now() - began).toBeLessThan(12_000)
})
