import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { ContactDelivery } from '../src/modules/contact/delivery.ts'
import { createMailer } from '../src/modules/contact/mail.ts'
import { ContactRepository } from '../src/modules/contact/repository.ts'
import { ContactService } from '../src/modules/contact/service.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import type { ContactMessageRow } from '../src/platform/database/schema.ts'
import { createProcessLocks } from '../src/platform/process/locks.ts'

/** A visitor's message. */
export const ada = {
  name: 'Canary-Adaeze Okafor',
  email: 'canary-ada@example.org',
  phone: '+234 803 000 0000',
  subject: 'Pricing' as const,
  message: 'Good day,\nCanary-Adaeze asks for a price in ₦.\n.\nA line with one dot stands above.',
}

/** The contact form's store, in a folder of its own, and services that work on it. */
export class ContactMailing {
  readonly dataDir: string
  readonly repository: ContactRepository
  readonly log: string[] = []
  readonly #database: Database

  private constructor(database: Database, dataDir: string) {
    this.repository = new ContactRepository(database)
    this.#database = database
    this.dataDir = dataDir
  }

  static async open(): Promise<ContactMailing> {
    const dataDir = await mkdtemp(join(tmpdir(), 'contact-'))
    return new ContactMailing(await openDatabase({ dataDir }), dataDir)
  }

  /**
   * The service as it is after a start.
   * @param settings of a mail server; without any, messages are kept
   * @param secondMs how long a second of the mailer's patience lasts
   */
  start(settings: NodeJS.ProcessEnv, { stopping = new AbortController().signal, secondMs = 20 } = {}): ContactService {
    const { mail, limits } = readConfig(settings)
    const { repository } = this
    const logger = pino({ level: 'debug' }, { write: (line: string) => void this.log.push(line) })
    const locks = createProcessLocks()
    const mailer = mail && createMailer(mail, secondMs)
    const delivery = new ContactDelivery({ repository, mailer, locks, logger, stopping })
    return new ContactService({ repository, delivery, locks, logger, ...limits })
  }

  /** The newest message. */
  async stored(): Promise<ContactMessageRow> {
    const [message] = await this.repository.all()
    if (!message) throw new Error('Nothing is stored')
    return message
  }

  async close(): Promise<void> {
    await this.#database.destroy()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

export const write = (service: ContactService, message = ada.message, visitor = 'visitor', network = '198.51.100.1') =>
  service.receive(visitor, network, { ...ada, message })

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
