import type { ContactMessageRow } from '../../platform/database-schema.ts'
import type { ContactRepository } from './repository.ts'

const usage = [
  'npm run messages                     all messages, newest first',
  'npm run messages -- show <id>        one message in full',
  'npm run messages -- retry [<id>]     mail it, or all that are undelivered, again and now',
  'npm run messages -- delete <id>      forget it, for instance because its writer asks for that',
]

interface Output {
  lines: string[]
  ok: boolean
}

/**
 * What `npm run messages` does.
 * @param args the words after `--`
 * @param mailed whether a mail server is set up
 */
export async function runMessagesCommand(
  args: string[],
  repository: ContactRepository,
  mailed: boolean,
): Promise<Output> {
  const [command = 'list', id, ...rest] = args
  const noSuch: Output = { lines: [`There is no message ${printable(id ?? '')}.`], ok: false }
  if (command === 'help') return done(usage)
  if (rest.length > 0) return { lines: usage, ok: false }
  if (command === 'list' && id === undefined) return done(listOf(await repository.all(), mailed))
  if (command === 'show' && id !== undefined) {
    const message = await repository.find(id)
    return message ? done(inFull(message)) : noSuch
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
  return { lines: usage, ok: false }
}

const done = (lines: string[]): Output => ({ lines, ok: true })

function listOf(messages: ContactMessageRow[], mailed: boolean): string[] {
  if (messages.length === 0) return ['There are no messages.']
  const undelivered = messages.filter(({ state }) => state !== 'delivered').length
  return [
    ...messages.flatMap(({ id, createdAt, state, attempts, name, email, subject, lastError }) => [
      `${id}  ${minute(createdAt)}  ${state.padEnd(9)}  ${subject}: ${printable(name)} <${printable(email)}>`,
      ...(state !== 'delivered' && attempts > 0 ? [`${' '.repeat(18)}${tried(attempts, lastError)}`] : []),
    ]),
    '',
    `${messages.length} in all, ${undelivered} undelivered.${mailed ? '' : ' No mail server is set up (SMTP_HOST), so they wait here.'}`,
    'One in full: npm run messages -- show <id>. Others: npm run messages -- help',
  ]
}

function inFull(message: ContactMessageRow): string[] {
  const { id, createdAt, state, attempts, nextAttemptAt, deliveredAt, name, email, phone, subject, lastError } = message
  const states = {
    delivered: `delivered on ${minute(deliveredAt ?? '')}`,
    waiting: `waiting, next attempt at ${minute(nextAttemptAt)}`,
    failed: 'failed: the mail server refused it for good',
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
const printable = (text: string) => text.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, ' ')
