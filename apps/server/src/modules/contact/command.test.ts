import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import type { ContactMessageRow } from '../../platform/database/schema.ts'
import { runMessagesCommand } from './command.ts'
import { ContactRepository } from './repository.ts'

let dataDir: string
let database: Database
let repository: ContactRepository

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'messages-'))
  database = await openDatabase({ dataDir })
  repository = new ContactRepository(database)
})
afterEach(async () => {
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

const row = (values: Partial<ContactMessageRow>): ContactMessageRow => ({
  id: 'a1',
  visitor: null,
  name: 'Bola Ade',
  email: 'bola@example.org',
  phone: '',
  subject: 'Pricing',
  message: 'First line\nSecond line',
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: '2026-01-01T10:00:00.000Z',
  lastError: null,
  createdAt: '2026-01-01T10:00:00.000Z',
  deliveredAt: null,
  readAt: null,
  ...values,
})
const run = async (...args: string[]) => {
  const { lines, ok } = await runMessagesCommand(args, repository, true)
  return { text: lines.join('\n'), ok }
}

it('lists the messages, newest first, and says why one is not delivered', async () => {
  expect((await run()).text).toBe('There are no messages.')
  await repository.insert(row({ state: 'failed', attempts: 1, lastError: '550 Nobody' }))
  await repository.insert(row({ id: 'b2', state: 'delivered', attempts: 2, createdAt: '2026-01-02T10:00:00.000Z' }))
  const { text } = await run()
  expect(text.indexOf('b2')).toBeLessThan(text.indexOf('a1'))
  expect(text).toContain('tried once: 550 Nobody')
  expect(text).toContain('2 in all, 1 undelivered, 1 of these new.')
  expect((await runMessagesCommand([], repository, false)).lines.join()).toContain('No mail server is set up')
})

it('shows one in full, and lets it do nothing to the terminal', async () => {
  await repository.insert(
    row({ name: 'Eve\u001B[2J', lastError: '\u001B]0;x\u0007', attempts: 3, message: 'One\nTwo\u202E' }),
  )
  const { text, ok } = await run('show', 'a1')
  expect(ok).toBe(true)
  expect(text).toContain('One\nTwo')
  expect(text).toContain('tried 3 times')
  expect(text).not.toMatch(/[^\P{Cc}\n]|\u202E/u)
})

it('has one message or all undelivered ones mailed again, and deletes', async () => {
  await repository.insert(row({ state: 'failed', attempts: 4 }))
  await repository.insert(row({ id: 'b2', state: 'failed', attempts: 4 }))
  await repository.insert(row({ id: 'c3', state: 'delivered' }))
  expect(await run('retry', 'a1')).toMatchObject({ ok: true, text: expect.stringContaining('One message') })
  expect(await repository.find('a1')).toMatchObject({ state: 'waiting', attempts: 0 })
  expect((await run('retry')).text).toContain('2 messages')
  expect((await run('retry', 'c3')).ok).toBe(false)
  expect((await run('delete', 'c3')).ok).toBe(true)
  expect((await run('delete', 'c3')).ok).toBe(false)
  expect(await repository.find('c3')).toBeUndefined()
})

it('keeps read and unread messages apart', async () => {
  expect((await run('new')).text).toBe('There are no new messages.')
  await repository.insert(row({}))
  await repository.insert(row({ id: 'b2' }))
  await repository.insert(row({ id: 'c3', state: 'delivered', deliveredAt: '2026-01-02T10:00:00.000Z' }))
  await run('show', 'a1')
  const { text } = await run()
  expect(text).toMatch(/a1 .+ waiting {4}read {2}Pricing/)
  expect(text).toMatch(/b2 .+ waiting {4}new {3}Pricing/)
  expect(text).toMatch(/c3 .+ delivered {8}Pricing/)
  expect(text).toContain('3 in all, 2 undelivered, 1 of these new.')
  const listed = (await run('new')).text
  expect(listed).toContain('b2')
  expect(listed).not.toMatch(/a1|c3/)
})

describe('deleting many at once', () => {
  beforeEach(async () => {
    await repository.insert(row({ id: 'old', createdAt: '2026-01-30T23:59:59.999Z' }))
    await repository.insert(row({ id: 'new', createdAt: '2026-01-31T00:00:00.000Z' }))
    await repository.insert(row({ id: 'eve', createdAt: '2026-01-30T12:00:00.000Z', email: 'Eve@Evil.example' }))
    await repository.insert(row({ id: 'read', createdAt: '2026-02-01T00:00:00.000Z' }))
    await run('show', 'read')
  })
  const left = async () => (await repository.all()).map(({ id }) => id).sort()

  it.each([
    ['--read', 'One message is deleted.', ['eve', 'new', 'old']],
    ['--before 2026-01-31', '2 messages are deleted.', ['new', 'read']],
    ['--from eve@evil.example', 'One message is deleted.', ['new', 'old', 'read']],
    ['--before 2026-01-31 --from eve@evil.example', 'One message is deleted.', ['new', 'old', 'read']],
    ['--read --before 2026-01-31', '0 messages are deleted.', ['eve', 'new', 'old', 'read']],
  ])('takes %s', async (options, says, remain) => {
    expect(await run('delete', ...options.split(' '))).toEqual({ ok: true, text: says })
    expect(await left()).toEqual(remain)
  })

  it.each([
    '--before 2026-02-31',
    '--before yesterday',
    '--before 2026',
    '--all',
    '--read old',
    '--before',
    '--',
    '--no-read',
  ])('deletes nothing on %s', async (options) => {
    expect((await run('delete', ...options.split(' '))).ok).toBe(false)
    expect(await left()).toHaveLength(4)
  })
})

it.each([[['shout']], [['show']], [['delete']], [['show', 'a1', 'b2']]])('explains itself on %j', async (args) => {
  expect(await run(...args)).toEqual({
    ok: false,
    text: expect.stringContaining('npm run contact-messages -- show <id>'),
  })
})
