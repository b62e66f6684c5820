import { apiRoutes, type ContactAnswer, contactOutcomeTexts } from '@lastmile/contracts'
import { errorTexts } from '@lastmile/contracts/specified-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'

const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const { path } = apiRoutes.sendEmail

let server: TestServer
let visitor: VisitorClient

/** The limits of the contact form as they are in public. No mail is set up. */
beforeAll(async () => {
  server = await TestServer.start({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

/** Each visitor is in a network of their own, unless a test says otherwise. */
let networks = 0
beforeEach(() => {
  visitor = server.visitor()
  networks++
})
const from = (network = networks) => ({ 'x-forwarded-for': `198.51.100.${network}` })

let count = 0
const words = () => ({
  name: 'Bola Ade',
  email: 'bola@example.org',
  phone: '',
  subject: 'General Inquiry' as const,
  message: `Message ${++count}`,
})

async function post(body: unknown, headers: Record<string, string> = {}, client = visitor) {
  const answer = await client.request('POST', path, JSON.stringify(body), { ...from(), ...headers })
  return { ...answer, body: answer.body as unknown as ContactAnswer }
}

/** As a browser without JavaScript does: it shows the page that it is sent to. */
async function submit(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    body: String(new URLSearchParams(fields)),
    redirect: 'manual',
    headers: { ...formType, ...from(), origin: server.url, ...headers },
  })
  return {
    status: response.status,
    location: response.headers.get('location'),
    cookie: response.headers.get('set-cookie'),
  }
}

const stored = async () => (await server.rowCounts()).contactMessages ?? 0

/** The row of the newest message. */
const newest = () =>
  server.beside((database) =>
    database.selectFrom('contactMessages').selectAll().orderBy('createdAt', 'desc').limit(1).executeTakeFirstOrThrow(),
  )

describe('a message', () => {
  it('is stored; where no mail is set up, the answer promises none and says nothing of the set-up', async () => {
    const message = words()
    const { status, body } = await post(message)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: contactOutcomeTexts.kept })
    expect(body.message).not.toMatch(/24 hours|mail|server/)
    expect(await newest()).toMatchObject({
      ...message,
      state: 'waiting',
      attempts: 0,
      visitor: expect.stringMatching(/^\w{64}$/),
    })
  })

  it('counts once when it is posted ten times at once, with and without a cookie', async () => {
    const before = await stored()
    const message = words()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => post(message, {}, index % 2 ? visitor : server.visitor())),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await stored()).toBe(before + 1)
  })

  it('may be long and in any language, and keeps its lines', async () => {
    const message = { ...words(), name: 'Ọlábísí 王', message: `${'ẹ́😀'.repeat(2_000)}\r\nend`, phone: '+234 (0) 803' }
    expect((await post(message)).status).toBe(200)
    expect(await newest()).toMatchObject({ name: message.name, message: message.message.replace('\r\n', '\n') })
  })
})

describe('what is refused', () => {
  it.each([
    ['no name', { name: ' ' }, 'full name'],
    ['a name that would be a header', { name: 'Bola\r\nBcc: all@evil.example' }, 'full name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, '200'],
    ['no email address', { email: 'bola' }, 'email address'],
    ['two email addresses', { email: 'a@b.example, c@d.example' }, 'email address'],
    ['an email address that would be a header', { email: 'a@b.example\nBcc: c@d.example' }, 'email address'],
    ['an email address of 255 characters', { email: `${'x'.repeat(245)}@b.example` }, '254'],
    ['a phone number that would be a header', { phone: '1\r\nX-Evil: 1' }, 'phone'],
    ['a phone number of 41 characters', { phone: '1'.repeat(41) }, '40'],
    ['the placeholder as subject', { subject: '' }, 'subjects'],
    ['a subject of their own', { subject: 'Win\r\nBcc: c@d.example' }, 'subjects'],
    ['no message', { message: '\r\n\t\u0007' }, 'message'],
    ['a message of 10,001 characters', { message: 'x'.repeat(10_001) }, '10,000'],
  ])('%s, with a sentence that says what is expected', async (_what, wrong, expected) => {
    const before = await stored()
    const { status, body } = await post({ ...words(), ...wrong })
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, message: expect.stringContaining(expected) })
    expect(await submit({ ...words(), ...wrong } as Record<string, string>)).toMatchObject({
      status: 303,
      location: '/contact/not-valid',
    })
    expect(await stored()).toBe(before)
  })

  it.each([
    ['no JSON', '{', {}, 400],
    ['a list', '[]', {}, 400],
    ['too much', JSON.stringify({ message: 'x'.repeat(200_000) }), {}, 413],
    ['another kind', '<name>Bola</name>', { 'content-type': 'application/xml' }, 415],
    ['text in disguise', JSON.stringify(words()), { 'content-type': 'text/plain' }, 400],
  ])('%s, in the same form', async (_what, body, headers, status) => {
    const answer = await visitor.request('POST', path, body, { ...from(), ...headers })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].+\.$/) })
  })

  it('posts from pages of other sites, whether they send their origin or not', async () => {
    const before = await stored()
    const foreign: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const { status, body } = await post(words(), headers)
      expect(status).toBe(403)
      expect(body).toEqual({ success: false, message: expect.stringContaining('another site') })
    }
    expect(await submit(words(), { origin: 'https://elsewhere.example' })).toMatchObject({
      status: 303,
      location: '/contact/not-sent',
    })
    expect(await stored()).toBe(before)
  })

  it('programs that fill in everything, without a word', async () => {
    const before = await stored()
    const trapped = { ...words(), website: 'https://buy.example' }
    const answer = await post(trapped)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual((await post(words())).body)
    expect((await submit(trapped)).location).toBe('/contact/kept')
    expect(await stored()).toBe(before + 1)
  })

  it('a fourth message within an hour, and says when to come again', async () => {
    for (let each = 0; each < 3; each++) expect((await post(words())).status).toBe(200)
    const { status, headers, body } = await post(words())
    expect(status).toBe(429)
    expect(body).toEqual({ success: false, message: contactOutcomeTexts['too-many'] })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(Number(headers.get('retry-after'))).toBeLessThan(3_610)
    expect(await submit(words(), { cookie: visitor.cookie ?? '' })).toMatchObject({ location: '/contact/too-many' })
    expect((await post(words(), {}, server.visitor())).status).toBe(200)
  })

  it('many messages from one network, however many cookies it has', async () => {
    const statuses = []
    for (let each = 0; each < 32; each++) statuses.push((await post(words(), {}, server.visitor())).status)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200))
    expect(statuses.slice(30)).toEqual([429, 429])
    expect((await post(words(), from(99), server.visitor())).status).toBe(200)
  })
})

describe('the plain form', () => {
  it('works without JavaScript, sets the cookie and puts no word into the address', async () => {
    const message = { ...words(), message: 'First line\r\nSecond line & more + ẹ' }
    const { status, location, cookie } = await submit({ ...message, website: '' })
    expect({ status, location }).toEqual({ status: 303, location: '/contact/kept' })
    expect(cookie).toContain('HttpOnly')
    expect(await newest()).toMatchObject({ name: message.name, message: 'First line\nSecond line & more + ẹ' })
  })

  it('is taken at this address only', async () => {
    const answer = await visitor.request('POST', apiRoutes.createInvite.path, 'my_label=x', { ...from(), ...formType })
    expect(answer.status).toBe(415)
  })
})

it('asks to come again when nothing can be stored', async () => {
  const { refused, form } = await server.whileNothingCanBeStored(async () => ({
    refused: await post(words()),
    form: await submit(words()),
  }))
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(refused.body).toEqual({ success: false, message: errorTexts.contactFailedLater })
  expect(form.location).toBe('/contact/not-sent')
  expect((await post(words())).status).toBe(200)
})

it('shows the operator how many messages there are', async () => {
  expect(await server.context.metrics.metrics()).toContain(`contact_messages{state="waiting"} ${await stored()}`)
})

it('lets no network fill up what may wait, however many cookies and addresses it has', async () => {
  const small = await TestServer.start({ TRUST_PROXY: '1', MAX_MESSAGES_WAITING: '10' })
  const write = async (address: string) => (await post(words(), { 'x-forwarded-for': address }, small.visitor())).status
  for (let each = 1; each <= 3; each++) expect(await write(`2001:db8:0:${each}::1`)).toBe(200)
  expect(await write('2001:db8:0:4::1')).toBe(503)
  expect(await write('2001:db8:1:1::1')).toBe(200)
  await small.stop()
})
