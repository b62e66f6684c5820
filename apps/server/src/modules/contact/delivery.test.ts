import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bodyOf, headersOf, MailServer } from '../../../test/mail-server.ts'
import { readConfig } from '../../config.ts'
import { type Database, openDatabase } from '../../platform/database.ts'
import { createProcessLocks } from '../../platform/locks.ts'
import { createMailer, type MailSettings } from '../../platform/mail.ts'
import { ContactDelivery } from './delivery.ts'
import { ContactRepository } from './repository.ts'
import { ContactService } from './service.ts'

let mailServer: MailServer
let dataDir: string
let database: Database
let repository: ContactRepository
let stopping: AbortController
let log: string[]

beforeEach(async () => {
  ;[mailServer, dataDir] = await Promise.all([MailServer.start(), mkdtemp(join(tmpdir(), 'contact-'))])
  database = await openDatabase(dataDir)
  repository = new ContactRepository(database)
  stopping = new AbortController()
  log = []
})
afterEach(async () => {
  await mailServer.pause()
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

/** The service as it is after a start, with less patience than usual. */
function startService(settings: Partial<MailSettings> = {}): ContactService {
  const mail = readConfig(mailServer.settings).mail
  if (!mail) throw new Error('Mail is not set up')
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) })
  const locks = createProcessLocks()
  const mailer = createMailer({ ...mail, ...settings }, 1_500)
  const delivery = new ContactDelivery(repository, mailer, locks, logger, stopping.signal)
  return new ContactService(repository, delivery, locks, logger, { rateFactor: 1, messagesWaiting: 10 })
}

const canary = 'Canary-Adaeze'
const ada = {
  name: `${canary} Okafor`,
  email: 'canary-ada@example.org',
  phone: '+234 803 000 0000',
  subject: 'Pricing' as const,
  message: `Good day,\n${canary} asks for a price in ₦.\n.\nA line with one dot stands above.`,
}
const write = (service: ContactService, words = ada.message) => service.receive('visitor', { ...ada, message: words })

const stored = async () => {
  const [message] = await repository.all()
  if (!message) throw new Error('Nothing is stored')
  return message
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

it('mails a message from the fixed sender to the fixed recipient, and answers go to the visitor', async () => {
  const service = startService()
  expect(await write(service)).toBe('sent')
  expect((await stored()).state).toBe('waiting')
  await service.deliverDue()
  expect(mailServer.envelopes).toEqual(['showcase@lastmile.example -> team@lastmile.example'])
  const [mail = ''] = mailServer.mails
  expect(headersOf(mail)).toMatchObject({
    from: 'Last Mile Digital Solutions <showcase@lastmile.example>',
    to: 'team@lastmile.example',
    'reply-to': '"Canary-Adaeze Okafor" <canary-ada@example.org>',
    subject: 'Contact form: Pricing',
    'message-id': `<contact-${(await stored()).id}@lastmile.example>`,
    'content-type': 'text/plain; charset=utf-8',
  })
  expect(bodyOf(mail)).toContain(`Phone: ${ada.phone}`)
  expect(bodyOf(mail)).toContain(ada.message)
  expect(await stored()).toMatchObject({ state: 'delivered', attempts: 1, lastError: null })
  await service.deliverDue(inMinutes(60))
  expect(mailServer.mails).toHaveLength(1)
})

it('sends on its way what a name full of tricks holds, as a name only', async () => {
  const service = startService()
  const name = '"Eve" <eve@evil.example>, Bcc: all@evil.example; =?utf-8?q?=0D=0ABcc:_x?='
  await service.receive('visitor', { ...ada, name, message: 'Subject: other\n\nBcc: all@evil.example\n\n.\nQUIT' })
  await service.deliverDue()
  const headers = headersOf(mailServer.mails[0] ?? '')
  expect(Object.keys(headers).sort()).toEqual([
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ])
  expect(headers['reply-to']).toMatch(/<canary-ada@example\.org>$/)
  expect(headers['reply-to']?.match(/<[^<>]*@[^<>]*>$/)).toHaveLength(1)
  expect(mailServer.envelopes).toEqual(['showcase@lastmile.example -> team@lastmile.example'])
})

it('keeps messages while the mail server is away, and delivers each once when it is back', async () => {
  await mailServer.pause()
  const service = startService()
  for (const words of ['First', 'Second', 'Third']) await write(service, words)
  await service.deliverDue()
  const tried = (await repository.all()).filter(({ attempts }) => attempts > 0)
  expect(tried).toHaveLength(1)
  expect(tried[0]).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('ECONNREFUSED') })
  await mailServer.resume()
  await service.deliverDue(inMinutes(1))
  expect(mailServer.mails.map((mail) => bodyOf(mail).trim().split('\n').at(-1)).sort()).toEqual([
    'First',
    'Second',
    'Third',
  ])
  expect(await repository.countByState()).toEqual({ waiting: 0, delivered: 3, failed: 0 })
})

it('leaves a mail server that has trouble in peace, ever longer', async () => {
  const service = startService()
  mailServer.mood = 'put off'
  await write(service)
  // Two hours with a look every 5 seconds.
  for (let seconds = 0; seconds < 7_200; seconds += 5) await service.deliverDue(new Date(Date.now() + seconds * 1_000))
  const { attempts, state, lastError } = await stored()
  expect(state).toBe('waiting')
  expect(lastError).toContain('451')
  expect(attempts).toBeGreaterThan(12)
  expect(attempts).toBeLessThan(30)
  expect(mailServer.visits).toBe(attempts)
  mailServer.mood = 'take'
  await service.deliverDue(inMinutes(136))
  expect(await stored()).toMatchObject({ state: 'delivered', lastError: null })
})

it('does not come more often when many messages wait', async () => {
  const service = startService()
  mailServer.mood = 'put off'
  for (let each = 0; each < 8; each++) {
    await service.receive(`visitor ${each}`, { ...ada, message: `Message ${each}` })
  }
  for (let seconds = 0; seconds < 3_600; seconds += 5) await service.deliverDue(new Date(Date.now() + seconds * 1_000))
  // Each is tried once for being new; after that the pauses are those of the mail server, not of each message.
  expect(mailServer.visits).toBeLessThan(8 + 15)
  mailServer.mood = 'take'
  await service.deliverDue(inMinutes(76))
  await service.deliverDue(inMinutes(92))
  expect(mailServer.mails).toHaveLength(8)
})

it('finds out with a new message that the mail server is back', async () => {
  const service = startService()
  mailServer.mood = 'put off'
  await write(service, 'Old')
  for (let minute = 0; minute < 60; minute++) await service.deliverDue(inMinutes(minute))
  mailServer.mood = 'take'
  await write(service, 'New')
  await service.deliverDue(inMinutes(60))
  expect(bodyOf(mailServer.mails[0] ?? '')).toMatch(/New\n$/)
  await service.deliverDue(inMinutes(76))
  expect(mailServer.mails).toHaveLength(2)
})

it.each([
  ['refuse recipient', '550'],
  ['refuse content', '554'],
] as const)(
  'shows a message as failed on "%s", tries no more, and mails it when the operator says so',
  async (mood, code) => {
    const service = startService()
    mailServer.mood = mood
    await write(service)
    await service.deliverDue()
    expect(await stored()).toMatchObject({ state: 'failed', attempts: 1, lastError: expect.stringContaining(code) })
    await service.deliverDue(inMinutes(600))
    expect(mailServer.visits).toBe(1)
    mailServer.mood = 'take'
    await write(service, 'Another one')
    await service.deliverDue()
    expect(await repository.countByState()).toMatchObject({ failed: 1, delivered: 1 })
    expect(await repository.retry(new Date().toISOString())).toBe(1)
    await service.deliverDue()
    expect(await repository.countByState()).toMatchObject({ failed: 0, delivered: 2 })
  },
)

it('gives up on a mail server that says nothing any more, and comes again', async () => {
  const service = startService()
  mailServer.mood = 'stall'
  await write(service)
  const began = Date.now()
  await service.deliverDue()
  expect(Date.now() - began).toBeLessThan(5_000)
  expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1 })
  mailServer.mood = 'take'
  await service.deliverDue(inMinutes(1))
  expect(mailServer.mails).toHaveLength(1)
})

it('sends again what was cut off in the middle', async () => {
  const service = startService()
  mailServer.mood = 'cut'
  await write(service)
  await service.deliverDue()
  expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1 })
  mailServer.mood = 'take'
  await service.deliverDue(inMinutes(1))
  expect(mailServer.mails).toHaveLength(1)
})

it('can be recognised when it arrives twice, because the answer to the first was lost', async () => {
  const service = startService()
  mailServer.mood = 'take and cut'
  await write(service)
  await service.deliverDue()
  mailServer.mood = 'take'
  await service.deliverDue(inMinutes(1))
  const [first, second] = mailServer.mails
  expect(headersOf(second ?? '')['message-id']).toBe(headersOf(first ?? '')['message-id'])
  expect(second?.replaceAll('\r\n', '')).toBe(first?.replaceAll('\r\n', ''))
})

it('waits for the operator, not for ever, when the login or the certificate is wrong', async () => {
  await write(startService({ login: { user: 'showcase', password: 'wrong' } }))
  await startService({ login: { user: 'showcase', password: 'wrong' } }).deliverDue()
  expect(await stored()).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('535') })
  // A start with the right settings does not wait for the end of the pause.
  await startService().deliverDue()
  expect((await stored()).state).toBe('delivered')
})

it('says nothing of a message to a server that it cannot speak to privately', async () => {
  await write(startService())
  const { port } = mailServer
  await startService({ tls: 'starttls' }).deliverDue()
  expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1 })
  await mailServer.pause()
  mailServer = await MailServer.start({ tls: true })
  expect(mailServer.port).not.toBe(port)
  await startService({ tls: 'starttls' }).deliverDue()
  expect(await stored()).toMatchObject({ state: 'waiting', lastError: expect.stringMatching(/certificate/i) })
  expect(mailServer.mails).toEqual([])
})

it('sends one at a time, and each once, however often it is asked to', async () => {
  const service = startService()
  for (const words of ['First', 'Second', 'Third']) await write(service, words)
  await Promise.all(Array.from({ length: 5 }, () => service.deliverDue()))
  expect(mailServer.mails).toHaveLength(3)
})

it('stops with a mail on its way, and sends it after the next start', async () => {
  const service = startService()
  mailServer.mood = 'stall'
  await write(service)
  const sending = service.deliverDue()
  await expect.poll(() => mailServer.visits).toBe(1)
  stopping.abort()
  await sending
  mailServer.mood = 'take'
  stopping = new AbortController()
  await startService().deliverDue()
  expect((await stored()).state).toBe('delivered')
})

it('deletes messages after 30 days, delivered or not, and forgets the visitor after an hour', async () => {
  const service = startService()
  await write(service)
  await service.deliverDue()
  mailServer.mood = 'refuse content'
  await write(service, 'Refused')
  await service.deliverDue()
  const days = (count: number) => inMinutes(count * 24 * 60)
  await service.sweep(inMinutes(59))
  expect((await stored()).visitor).toBe('visitor')
  await service.sweep(inMinutes(61))
  expect((await repository.all()).map(({ visitor }) => visitor)).toEqual([null, null])
  await service.sweep(days(29))
  expect(await repository.all()).toHaveLength(2)
  await service.sweep(days(31))
  expect(await repository.all()).toEqual([])
  expect(log.join('')).toContain('nobody could deliver')
})

it('logs what happens, and nothing that somebody wrote', async () => {
  const service = startService()
  for (const mood of ['put off', 'cut', 'refuse content', 'take'] as const) {
    mailServer.mood = mood
    await repository.retry(new Date().toISOString())
    await write(service)
    await service.deliverDue()
  }
  expect(log.length).toBeGreaterThan(3)
  expect(log.join('')).toContain('EMESSAGE 451')
  expect(log.join('')).not.toMatch(/canary|Okafor|803 000|lastmile\.example/i)
})
