import { parseArgs } from 'node:util'
import { plainLine } from '@lastmile/contracts/plain-words'
import type { ContactMessageRow } from '../../platform/database/schema.ts'
import type { ContactMessageFilter, ContactRepository } from './repository.ts'

const usage = [
  'npm run contact-messages                      all messages, newest first',
  'npm run contact-messages -- new               unread ones, neither delivered by mail nor shown here',
  'npm run contact-messages -- show <id>         one message in full, which counts as read from then on',
  'npm run contact-messages -- retry [<id>]      mail it, or all that are undelivered, again and now',
  'npm run contact-messages -- delete <id>       forget it, for instance because its writer asks for that',
  'npm run contact-messages -- delete --read     forget all that you have read',
  '                    --before <day>    written before that day (UTC), like 2026-01-31',
  '                    --from <email>    written by one person; with several of these, all must hold',
]

interface Output {
  lines: string[]
  ok: boolean
}

/**
 * Runs `npm run contact-messages`.
 * @param args the words after `--`
 * @param mailed whether a mail server is set up
 */
export async function runMessagesCommand(
  args: string[],
  repository: ContactRepository,
  mailed: boolean,
): Promise<Output> {
  const [command = 'list', ...rest] = args
  const [id, ...more] = rest
  const noSuch: Output = { lines: [`There is no message ${printable(id ?? '')}.`], ok: false }
  if (command === 'help') return done(usage)
  if (command === 'delete' && id?.startsWith('--')) return deleteAll(rest, repository)
  if (more.length > 0) return wrong
  if ((command === 'list' || command === 'new') && id === undefined) {
    return done(listOf(await repository.all(), command === 'new', mailed))
  }
  if (command === 'show' && id !== undefined) {
    const message = await repository.find(id)
    if (!message) return noSuch
    await repository.markRead(id, new Date().toISOString())
    return done(inFull(message))
  }
  if (command === 'delete' && id !== undefined) {
    return (await repository.delete(id)) ? done([`Message ${printable(id)} is deleted.`]) : noSuch
  }
  if (command === 'retry') {
    const count = await repository.retry(new Date().toISOString(), id)
    if (count === 0) return { lines: ['There is no such undelivered message.'], ok: false }
    const when = mailed ? 'within seconds while the server runs' : 'once a mail server is set up (SMTP_HOST)'
    return done([`${count === 1 ? 'One message' : `${count} messages`} will be mailed again ${when}.`])
  }
  return wrong
}

const done = (lines: string[]): Output => ({ lines, ok: true })
const wrong: Output = { lines: usage, ok: false }

async function deleteAll(args: string[], repository: ContactRepository): Promise<Output> {
  const filter = filterOf(args)
  if (!filter) return wrong
  const count = await repository.deleteAll(filter)
  return done([count === 1 ? 'One message is deleted.' : `${count} messages are deleted.`])
}

/** @returns undefined when it is not one, or would be for every message there is */
function filterOf(args: string[]): ContactMessageFilter | undefined {
  const options = { read: { type: 'boolean' }, before: { type: 'string' }, from: { type: 'string' } } as const
  try {
    const { read, before, from } = parseArgs({ args, options }).values
    if (!read && before === undefined && from === undefined) return undefined
    if (before === undefined) return { read, email: from }
    const time = new Date(before).toISOString()
    // A day that there is not, such as 2026-02-31, would be taken for a later one.
    return time.slice(0, 10) === before ? { read, before: time, email: from } : undefined
  } catch {
    return undefined
  }
}

const isNew = ({ state, readAt }: ContactMessageRow) => state !== 'delivered' && readAt === null

function listOf(messages: ContactMessageRow[], onlyNew: boolean, mailed: boolean): string[] {
  const shown = onlyNew ? messages.filter(isNew) : messages
  if (shown.length === 0) return [`There are no ${onlyNew ? 'new ' : ''}messages.`]
  const undelivered = messages.filter(({ state }) => state !== 'delivered').length
  return [
    ...shown.flatMap((message) => [
      `${message.id}  ${minute(message.createdAt)}  ${message.state.padEnd(9)}  ${markOf(message)}  ` +
        `${message.subject}: ${printable(message.name)} <${printable(message.email)}>`,
      ...(message.state !== 'delivered' && message.attempts > 0
        ? [`${' '.repeat(18)}${tried(message.attempts, message.lastError)}`]
        : []),
    ]),
    '',
    `${messages.length} in all, ${undelivered} undelivered, ${messages.filter(isNew).length} of these new.` +
      (mailed ? '' : ' No mail server is set up (SMTP_HOST), so they wait here.'),
    'One in full: npm run contact-messages -- show <id>. Others: npm run contact-messages -- help',
  ]
}

/** Whether the operator read it: what was delivered by mail is read there. */
const markOf = (message: ContactMessageRow) => (isNew(message) ? 'new ' : message.readAt ? 'read' : '    ')

function inFull(message: ContactMessageRow): string[] {
  const { id, createdAt, state, attempts, nextAttemptAt, deliveredAt, name, email, phone, subject, lastError } = message
  const states = {
    delivered: `delivered on ${minute(deliveredAt ?? '')}`,
    waiting: `waiting, next attempt at ${minute(nextAttemptAt)}`,
    failed: `failed: the mail server refused its content, next attempt at ${minute(nextAttemptAt)}`,
  }
  return [
    `Message  ${id}`,
    `Written  ${minute(createdAt)}`,
    `State    ${states[state]}`,
    ...(attempts > 0 ? [`Mailing  ${tried(attempts, lastError)}`] : []),
    `Name     ${printable(name)}`,
    `Email    ${printable(email)}`,
    `Phone    ${printable(phone) || 'not given'}`,
    `Subject  ${subject}`,
    '',
    ...message.message.split('\n').map(printable),
  ]
}

const tried = (attempts: number, lastError: string | null) =>
  `tried ${attempts === 1 ? 'once' : `${attempts} times`}${lastError ? `: ${printable(lastError)}` : ''}`

const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`

/** A visitor's words must not be able to steer the operator's terminal. */
const printable = (text: string) => plainLine(text, text.length)
