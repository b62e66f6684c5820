import { afterEach, beforeEach, expect, it } from 'vitest'
import { ada, ContactMailing, inMinutes, write } from '../../../test/contact-mailing.ts'
import { bodyOf, headersOf, MailServer } from '../../../test/mail-server.ts'
import type { ContactService } from './service.ts'

let mailServer: MailServer
let mailing: ContactMailing

beforeEach(async () => {
  ;[mailServer, mailing] = await Promise.all([MailServer.start(), ContactMailing.open()])
})
afterEach(async () => {
  await mailServer.pause()
  await mailing.close()
})

const startService = (settings: NodeJS.ProcessEnv = {}): ContactService =>
  mailing.start({ ...mailServer.settings, ...settings })
const stored = () => mailing.stored()

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
  await service.receive('visitor', 'network', {
    ...ada,
    name,
    message: 'Subject: other\n\nBcc: all@evil.example\n\n.\nQUIT',
  })
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
    await write(service, `Message ${each}`, `visitor ${each}`)
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

it('sends one at a time, and each once, however often it is asked to', async () => {
  const service = startService()
  for (const words of ['First', 'Second', 'Third']) await write(service, words)
  await Promise.all(Array.from({ length: 5 }, () => service.deliverDue()))
  expect(mailServer.mails).toHaveLength(3)
})

it('stops with a mail on its way, and sends it after the next start', async () => {
  const stopping = new AbortController()
  const service = mailing.start(mailServer.settings, { stopping: stopping.signal })
  mailServer.mood = 'stall'
  await write(service)
  const sending = service.deliverDue()
  await expect.poll(() => mailServer.visits).toBe(1)
  stopping.abort()
  await sending
  expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1, lastError: null })
  mailServer.mood = 'take'
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
  expect((await mailing.repository.all()).map(({ visitor }) => visitor)).toEqual([null, null])
  await service.sweep(days(29))
  expect(await mailing.repository.all()).toHaveLength(2)
  await service.sweep(days(31))
  expect(await mailing.repository.all()).toEqual([])
  expect(mailing.log.join('')).toContain('could not be delivered in 30 days')
})

it('logs what happens, and nothing that a visitor wrote', async () => {
  const service = startService()
  for (const mood of ['put off', 'cut', 'refuse content', 'take'] as const) {
    mailServer.mood = mood
    await mailing.repository.retry(new Date().toISOString())
    await write(service)
    await service.deliverDue()
  }
  expect(mailing.log.length).toBeGreaterThan(3)
  expect(mailing.log.join('')).toContain('EMESSAGE 451')
  expect(mailing.log.join('')).not.toMatch(/canary|Okafor|803 000|lastmile\.example/i)
})
