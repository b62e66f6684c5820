import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'
import { claimMeta, readMeta } from '../../platform/database/meta.ts'

const metaKey = 'insights-sessions'
export const sessionSeconds = 8 * 60 * 60

/**
 * Shows the insights to an operator with the passcode. A session is a signed time in the operator's cookie. The key
 * lies in the database: it is the same for every process, and no cookie helps to guess the passcode.
 */
export class OperatorSessions {
  readonly #database: Database
  readonly #passcode: string

  constructor(database: Database, passcode: string) {
    this.#database = database
    this.#passcode = passcode
  }

  /** Takes the same time for every wrong one. */
  isPasscode(given: string): boolean {
    return isSame(hashOf(given), hashOf(this.#passcode))
  }

  /** @returns the cookie's value */
  async begin(now: Date): Promise<string> {
    const until = String(Math.floor(now.getTime() / 1000) + sessionSeconds)
    return `${until}.${await this.#signature(until)}`
  }

  async isValid(cookie: string | undefined, now: Date): Promise<boolean> {
    const [, until, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
    if (!until || !signature || Number(until) * 1000 <= now.getTime()) return false
    return isSame(Buffer.from(signature, 'base64url'), Buffer.from(await this.#signature(until), 'base64url'))
  }

  /** Ends every session: there is one operator, and a copied cookie must not outlive the sign-out. */
  async endAll(): Promise<void> {
    await this.#database.deleteFrom('meta').where('key', '=', metaKey).execute()
  }

  /** Another passcode is another signature, so a changed one ends the sessions too. */
  async #signature(until: string): Promise<string> {
    const key = `${await this.#key()}.${hashOf(this.#passcode).toString('base64url')}`
    return createHmac('sha256', key).update(until).digest('base64url')
  }

  async #key(): Promise<string> {
    const known = await readMeta(this.#database, metaKey)
    return known ?? claimMeta(this.#database, metaKey, randomBytes(32).toString('base64url'))
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
