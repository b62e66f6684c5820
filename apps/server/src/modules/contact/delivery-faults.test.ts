import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContactMailing, inMinutes, write } from '../../../test/contact-mailing.ts'
import { bodyOf, headersOf, MailServer } from '../../../test/mail-server.ts'

let mailServer: MailServer
let mailing: ContactMailing

beforeEach(async () => {
  ;[mailServer, mailing] = await Promise.all([MailServer.start(), ContactMailing.open()])
})
afterEach(async () => {
  vi.restoreAllMocks()
  await mailServer.pause()
  await mailing.close()
})

/** With little patience where that is what is tried. */
const startService = (settings: NodeJS.ProcessEnv = {}, secondMs?: number) =>
  mailing.start({ ...mailServer.settings, ...settings }, { ...(secondMs && { secondMs }) })
const stored = () => mailing.stored()

it('keeps messages while the mail server is away, and delivers each once when it is back', async () => {
  await mailServer.pause()
  const service = startService()
  for (const words of ['First', 'Second', 'Third']) await write(service, words)
  await service.deliverDue()
  const tried = (await mailing.repository.all()).filter(({ attempts }) => attempts > 0)
  expect(tried).toHaveLength(1)
  expect(tried[0]).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('ECONNREFUSED') })
  await mailServer.resume()
  await service.deliverDue(inMinutes(1))
  expect(mailServer.mails.map((mail) => bodyOf(mail).trim().split('\n').at(-1)).sort()).toEqual([
    'First',
    'Second',
    'Third',
  ])
  expect(await mailing.repository.countByState()).toEqual({ waiting: 0, delivered: 3, failed: 0 })
})

it.each([
  ['turn away', '421'],
  ['put off recipient', '451'],
  ['put off', '451'],
  // Sender and recipient are the settings': what is wrong with them is wrong with every message, and can be mended.
  ['refuse sender', '550'],
  ['refuse recipient', '550'],
  ['cut', 'closed'],
] as const)(
  'keeps a message when the mail server does "%s", and mails it once when it takes it',
  async (mood, says) => {
    const service = startService()
    mailServer.mood = mood
    expect(await write(service)).toBe('sent')
    for (const attempts of [1, 2, 3]) {
      await service.deliverDue(inMinutes(attempts * 20))
      expect(await stored()).toMatchObject({ state: 'waiting', attempts, lastError: expect.stringContaining(says) })
    }
    expect(mailServer.mails).toEqual([])
    mailServer.mood = 'take'
    await service.deliverDue(inMinutes(80))
    await service.deliverDue(inMinutes(100))
    expect(mailServer.mails).toHaveLength(1)
    expect(await stored()).toMatchObject({ state: 'delivered', attempts: 4, lastError: null })
  },
)

it('shows as failed what is refused for its content, and tries it once a day', async () => {
  const service = startService()
  mailServer.mood = 'refuse content'
  await write(service)
  await service.deliverDue()
  expect(await stored()).toMatchObject({ state: 'failed', attempts: 1, lastError: expect.stringContaining('554') })
  await service.deliverDue(inMinutes(23 * 60))
  expect(mailServer.visits).toBe(1)
  mailServer.mood = 'take'
  await service.deliverDue(inMinutes(25 * 60))
  expect(await stored()).toMatchObject({ state: 'delivered', attempts: 2, lastError: null })
})

it('takes a refusal of content as a sign that the mail server works, and lets others wait no longer', async () => {
  // Full pauses: 10 seconds for each of the first two, 20 for the mail server.
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const service = startService()
  mailServer.mood = 'put off'
  for (const words of ['First', 'Second']) {
    await write(service, words)
    await service.deliverDue()
  }
  mailServer.mood = 'refuse content'
  await write(service, 'Spam')
  await service.deliverDue()
  mailServer.mood = 'take'
  await service.deliverDue(inMinutes(0.2))
  expect(await mailing.repository.countByState()).toEqual({ waiting: 0, failed: 1, delivered: 2 })
})

it.each([
  ['the operator says so', () => mailing.repository.retry(new Date().toISOString())],
  ['the server starts', () => Promise.resolve()],
])('mails what was refused for its content when %s', async (_when, ask) => {
  mailServer.mood = 'refuse content'
  const service = startService()
  await write(service)
  await service.deliverDue()
  mailServer.mood = 'take'
  await service.deliverDue(inMinutes(60))
  expect(mailServer.mails).toEqual([])
  await ask()
  await startService().deliverDue()
  expect((await stored()).state).toBe('delivered')
})

it.each(['silent', 'stall'] as const)('gives up on a mail server that is "%s", and comes again', async (mood) => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const service = startService({}, 3)
  mailServer.mood = mood
  await write(service)
  const began = Date.now()
  await service.deliverDue()
  const tookMs = Date.now() - began
  expect(tookMs).toBeLessThan(10_000)
  const { state, nextAttemptAt } = await stored()
  expect(state).toBe('waiting')
  // Half of the first pause, at least, after it was given up.
  expect(Date.parse(nextAttemptAt)).toBeGreaterThan(began + tookMs + 4_900)
  mailServer.mood = 'take'
  // With all its patience, which a busy machine needs.
  await startService().deliverDue(inMinutes(1))
  expect(mailServer.mails).toHaveLength(1)
})

it('waits while the mail server looks at a mail for minutes, so that it comes once', async () => {
  // It takes more than five minutes of the mailer's time.
  const service = startService({}, 10)
  mailServer.mood = 'take slowly'
  await write(service)
  await service.deliverDue()
  expect(await stored()).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(mailServer.mails).toHaveLength(1)
})

it.each(['take and cut', 'take and reset'] as const)(
  'can be recognised when it arrives twice, because the answer to the first was lost ("%s")',
  async (mood) => {
    const service = startService()
    mailServer.mood = mood
    await write(service)
    await service.deliverDue()
    expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1 })
    mailServer.mood = 'take'
    // Also after a restart.
    await startService().deliverDue()
    const [first, second] = mailServer.mails
    expect(headersOf(second ?? '')['message-id']).toBe(`<contact-${(await stored()).id}@lastmile.example>`)
    expect(headersOf(first ?? '')['message-id']).toBe(headersOf(second ?? '')['message-id'])
    expect(second?.replaceAll('\r\n', '')).toBe(first?.replaceAll('\r\n', ''))
    expect(await stored()).toMatchObject({ state: 'delivered', attempts: 2 })
  },
)

it.each([
  ['a wrong password', { SMTP_PASSWORD: 'wrong' }, '535'],
  ['no login where one is needed', { SMTP_USER: '', SMTP_PASSWORD: '' }, '530'],
])('waits for the operator, not for ever, with %s', async (_what, settings, says) => {
  const service = startService(settings)
  await write(service)
  await service.deliverDue()
  expect(await stored()).toMatchObject({ state: 'waiting', lastError: expect.stringContaining(says) })
  // A start with the right settings does not wait for the end of the pause.
  await startService().deliverDue()
  expect((await stored()).state).toBe('delivered')
})
