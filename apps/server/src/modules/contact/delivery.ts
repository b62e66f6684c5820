import { brand } from '@lastmile/contracts'
import type { Logger } from 'pino'
import type { ContactMessageRow } from '../../platform/database/schema.ts'
import type { Locks } from '../../platform/process/locks.ts'
import { type Mail, MailError, type Mailer } from './mail.ts'
import type { ContactRepository } from './repository.ts'

const dayMs = 24 * 60 * 60_000
/** The pause doubles with every failure, up to the longest. */
const pauseMs = { first: 10_000, longest: 15 * 60_000 }
/** The time that a stopping server gives to a mail on its way. */
const graceMs = 4_000
const errorLength = 500

interface Dependencies {
  repository: ContactRepository
  mailer: Mailer | undefined
  locks: Locks
  logger: Logger
  stopping: AbortSignal
}

/**
 * Delivers stored messages to the mail server, one at a time, at least once each: when the process is killed between
 * the server's answer and our note of it, the message goes out again under the same Message-ID.
 */
export class ContactDelivery {
  readonly #dependencies: Dependencies
  readonly #givenUp = new AbortController()
  #begun = false
  #failuresInARow = 0
  #pausedUntil = 0

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    dependencies.stopping.addEventListener('abort', () => setTimeout(() => this.#givenUp.abort(), graceMs).unref())
  }

  /** Whether messages are mailed at all; otherwise they wait for the operator. */
  get isOn(): boolean {
    return this.#dependencies.mailer !== undefined
  }

  /** Sends due messages until none is left or one fails. */
  async deliverDue(now = new Date()): Promise<void> {
    const mailer = this.#dependencies.mailer
    if (!mailer) return
    await this.#dependencies.locks.withLock('contact delivery', async () => {
      // After a start everything is tried: it may have been what mended the mail server.
      if (!this.#begun) await this.#dependencies.repository.makeUndeliveredDue(now.toISOString())
      this.#begun = true
      while (!this.#dependencies.stopping.aborted && (await this.#deliverNext(mailer, now))) {}
    })
  }

  /** @returns whether to go on with the next one */
  async #deliverNext(mailer: Mailer, now: Date): Promise<boolean> {
    // While the server takes nothing, only a new message finds out whether it does again.
    const paused = now.getTime() < this.#pausedUntil
    const nextAttemptAt = (attemptsBefore: number) =>
      new Date(now.getTime() + pauseAfter(attemptsBefore + 1)).toISOString()
    const message = await this.#dependencies.repository.takeDue(now.toISOString(), paused, nextAttemptAt)
    if (!message) return false
    const began = Date.now()
    try {
      await mailer.send(mailOf(message), this.#givenUp.signal)
    } catch (error) {
      // A server can take minutes to fail; pauses begin after that.
      return this.#noteFailure(message, error, now.getTime() + Date.now() - began)
    }
    this.#endPause()
    const delivered = { state: 'delivered', deliveredAt: new Date().toISOString(), lastError: null } as const
    await this.#dependencies.repository.update(message.id, delivered)
    return true
  }

  /** @returns whether to go on with the next one */
  async #noteFailure(message: ContactMessageRow, error: unknown, failedAt: number): Promise<boolean> {
    if (this.#givenUp.signal.aborted) return false
    const known = error instanceof MailError ? error : undefined
    const refused = known?.permanent ?? false
    await this.#dependencies.repository.update(message.id, {
      lastError: String(known?.message ?? error).slice(0, errorLength),
      state: refused ? 'failed' : 'waiting',
      nextAttemptAt: new Date(failedAt + (refused ? dayMs : pauseAfter(message.attempts))).toISOString(),
    })
    const what = { message: message.id, attempts: message.attempts, kind: known?.kind ?? 'unknown' }
    if (refused) {
      this.#dependencies.logger.error(
        what,
        'A contact message was refused: npm run contact-messages shows why. It is tried again in a day',
      )
      this.#endPause()
      return true
    }
    this.#failuresInARow++
    this.#pausedUntil = failedAt + pauseAfter(this.#failuresInARow)
    this.#dependencies.logger.warn(what, 'A contact message could not be mailed yet and is tried again')
    return false
  }

  /** The server takes mail, whatever it said of this one. */
  #endPause(): void {
    this.#failuresInARow = 0
    this.#pausedUntil = 0
  }
}

/** Milliseconds, spread so that what failed together does not come again together. */
function pauseAfter(failures: number): number {
  const full = Math.min(pauseMs.first * 2 ** Math.min(failures - 1, 20), pauseMs.longest)
  return full * (0.5 + Math.random() / 2)
}

/** Plain text, fixed sender and subject. Of the visitor's input only name and address reach a header. */
function mailOf({ id, name, email, phone, subject, message, createdAt }: ContactMessageRow): Mail {
  const about = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone || 'not given'],
    ['Subject', subject],
    ['Written', createdAt],
    ['Message', id],
  ]
  return {
    messageId: `contact-${id}`,
    date: new Date(createdAt),
    senderName: brand,
    replyTo: { name, address: email },
    subject: `Contact form: ${subject}`,
    text: `${about.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${message}\n`,
  }
}
