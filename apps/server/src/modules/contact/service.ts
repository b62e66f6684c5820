import { randomBytes } from 'node:crypto'
import { type ContactMessage, contactMessagesPerHour, contactTrap } from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { ApiError, busy } from '../../platform/http/errors.ts'
import type { Locks } from '../../platform/process/locks.ts'
import type { ContactDelivery } from './delivery.ts'
import type { ContactRepository } from './repository.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** From delivery, or from arrival if it can't be delivered: personal data must not lie here for ever. */
const keptMs = 30 * dayMs
/** One network's part of the messages that may wait: others must be able to write, too. */
const shareOfNetwork = 1 / 50
/** The part that is reserved for networks without waiting messages. */
const reserve = 1 / 5
const mostNetworks = 10_000

interface Dependencies {
  repository: ContactRepository
  delivery: ContactDelivery
  locks: Locks
  logger: Logger
  /** Multiplies the messages an hour. */
  rateFactor: number
  /** How many may be undelivered at the same time, over all visitors. */
  messagesWaiting: number
}

/** Messages of the contact form: stored before anything else happens to them. */
export class ContactService {
  readonly #dependencies: Dependencies
  /** Ids of messages that may wait, by the network they came from. Here alone: no message is stored with an address. */
  readonly #ofNetwork = new LRUCache<string, string[]>({ max: mostNetworks, ttl: keptMs })

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Keeps a message; the same words within an hour are the same message, from any sender. A message in the trap gets
   * the same answer and is not kept.
   * @param network of the visitor, as limits see it
   * @returns whether it will be mailed (`sent`) or waits for the operator (`kept`)
   * @throws ApiError 429 after several within an hour, 503 when very many of all or of the network wait
   */
  async receive(visitor: string, network: string, message: ContactMessage): Promise<'sent' | 'kept'> {
    const outcome = this.#dependencies.delivery.isOn ? 'sent' : 'kept'
    if (message[contactTrap]) return outcome
    await this.#dependencies.locks.withLock('contact messages', () => this.#store(visitor, network, message))
    return outcome
  }

  async #store(visitor: string, network: string, message: ContactMessage): Promise<void> {
    const now = new Date()
    const anHourAgo = before(now, hourMs)
    if (await this.#dependencies.repository.hasEqual(message, anHourAgo)) return
    const times = await this.#dependencies.repository.timesOf(visitor, anHourAgo)
    const allowed = Math.max(1, Math.round(contactMessagesPerHour * this.#dependencies.rateFactor))
    const oldestThatCounts = times.at(-allowed)
    if (oldestThatCounts !== undefined) {
      const waitMs = Date.parse(oldestThatCounts) + hourMs - now.getTime()
      throw new ApiError(
        429,
        'too-many-messages',
        'Several messages of yours came within an hour.',
        Math.ceil(waitMs / 1000) + 1,
      )
    }
    const { waiting, failed } = await this.#dependencies.repository.countByState()
    const ofNetwork = await this.#dependencies.repository.undeliveredAmong(this.#ofNetwork.get(network) ?? [])
    const most = this.#dependencies.messagesWaiting
    const networkQuota = Math.max(contactMessagesPerHour, Math.round(most * shareOfNetwork))
    const quota = ofNetwork.length > 0 ? most * (1 - reserve) : most
    if (waiting + failed >= quota || ofNetwork.length >= networkQuota) {
      throw busy('messages-full', 'Very many messages are waiting. Please try again later.', hourMs / 1000)
    }
    const id = randomBytes(8).toString('hex')
    const { name, email, phone = '', subject } = message
    const createdAt = now.toISOString()
    await this.#dependencies.repository.insert({
      id,
      visitor,
      name,
      email,
      phone,
      subject,
      message: message.message,
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: createdAt,
      lastError: null,
      createdAt,
      deliveredAt: null,
    })
    this.#ofNetwork.set(network, [...ofNetwork, id])
    const how = this.#dependencies.delivery.isOn
      ? 'and will be mailed'
      : 'for you: no mail is set up. Read it with npm run contact-messages'
    this.#dependencies.logger.info({ message: id }, `A contact message is stored ${how}`)
  }

  /** Sends due messages. */
  deliverDue(now?: Date): Promise<void> {
    return this.#dependencies.delivery.deliverDue(now)
  }

  /** Deletes a message's visitor after an hour, and old messages. */
  async sweep(now: Date): Promise<void> {
    await this.#dependencies.repository.forgetVisitorsBefore(before(now, hourMs))
    await this.#dependencies.repository.deleteDeliveredBefore(before(now, keptMs))
    const lost = await this.#dependencies.repository.deleteUndeliveredBefore(before(now, keptMs))
    if (lost > 0)
      this.#dependencies.logger.error(
        { messages: lost },
        'Contact messages that could not be delivered in 30 days were deleted',
      )
  }
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
