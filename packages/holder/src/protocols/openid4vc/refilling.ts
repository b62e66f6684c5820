import { HolderError } from '../../core/holder-error.ts'
import { ofFormat } from '../../formats/credentials.ts'
import { cardOf } from '../../formats/sd-jwt/card.ts'
import { newHolderKeys } from '../../formats/sd-jwt/holder-key.ts'
import type { Refill, SdJwtCredential } from '../../formats/sd-jwt/sd-jwt-credential.ts'
import { fewerCopies, readBatch, requestBatch, unsound } from './batches.ts'
import { whyOf } from './not-given.ts'
import type { Context } from './openid-context.ts'
import { changeCard } from './openid-records.ts'
import { requestToken } from './tokens.ts'

/** Unused copies below which more are fetched. */
const fewestCopies = 3

/** Further copies of a credential, so that no verifier sees one that another has seen. */
export class Refilling {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Credentials that more copies are to be fetched of. */
  get due(): SdJwtCredential[] {
    const { vault, clock } = this.#context
    return ofFormat(vault.all('credential'), 'sd-jwt').filter(
      ({ refill, copies, isWornOut, revokedAt, expiresAt = Number.POSITIVE_INFINITY }) =>
        refill !== undefined &&
        (isWornOut || copies.length < fewestCopies) &&
        revokedAt === undefined &&
        expiresAt > clock.now(),
    )
  }

  /** Fetches a batch. Rejects with `unreachable`, or for a wrong clock; an issuer that refuses is not asked again. */
  async carryOn(id: string): Promise<void> {
    const credential = this.due.find((each) => each.id === id)
    const refill = credential?.refill
    if (!credential || !refill) return
    try {
      await this.#fetch(credential, refill)
    } catch (error) {
      const isForLater =
        !(error instanceof HolderError) || error.code === 'unreachable' || whyOf(error) === 'wrong-clock'
      if (isForLater) throw error
      const batchSize = fewerCopies(refill.batchSize)
      const mayBeShorter = error.code === 'too-large' && batchSize < refill.batchSize
      await changeCard(this.#context.vault, id, ({ refill, ...rest }) =>
        mayBeShorter && refill ? { ...rest, refill: { ...refill, batchSize } } : rest,
      )
      if (mayBeShorter) await this.carryOn(id)
    }
  }

  async #fetch(credential: SdJwtCredential, refill: Refill): Promise<void> {
    const { endpoints, refreshToken } = refill
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const granted = await requestToken(this.#context, { url: endpoints.token, body }, refill)
    // Without another refresh token, the same one is used again (RFC 6749, 6). Stored before it may be needed again.
    const next = { ...refill, refreshToken: granted.refreshToken ?? refreshToken }
    await changeCard(this.#context.vault, credential.id, (current) => ({ ...current, refill: next }))
    const keys = await newHolderKeys(refill.batchSize)
    const given = await requestBatch(this.#context, { ...refill, keys }, granted)
    if ('transactionId' in given) throw new HolderError('unreachable', 'The issuer makes the copies later')
    const names = credential.attributes.map(({ name }) => name)
    const now = this.#context.clocks.now(endpoints.credential)
    const { attributes, copies, expiresAt } = await readBatch(now, given.texts, { kind: credential.kind, names, keys })
    const held = cardOf(credential).attributes.map(({ name, value }) => ({ name, value }))
    if (JSON.stringify(attributes) !== JSON.stringify(held))
      return unsound(new Error('The copies differ from those before'))
    await changeCard(this.#context.vault, credential.id, (current) => ({
      ...current,
      // Copies that end at another time would outlive the card, or be shown when they are over.
      copies: current.isWornOut || current.expiresAt !== expiresAt ? copies : [...current.copies, ...copies],
      isWornOut: false,
      expiresAt,
    }))
  }
}
