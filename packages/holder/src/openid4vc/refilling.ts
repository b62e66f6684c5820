import { HolderError } from '../core/holder-error.ts'
import { ofFormat } from '../formats/credentials.ts'
import type { Refill, SdJwtCredential } from '../formats/sd-jwt/credential-record.ts'
import { newHolderKeys } from '../formats/sd-jwt/holder-key.ts'
import { readBatch, requestBatch, unsound } from './batches.ts'
import type { Context } from './context.ts'
import { put } from './records.ts'
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

  /** Fetches a batch. Rejects with `unreachable`; an issuer that refuses is not asked again. */
  async carryOn(id: string): Promise<void> {
    const credential = this.due.find((each) => each.id === id)
    const refill = credential?.refill
    if (!credential || !refill) return
    try {
      await this.#fetch(credential, refill)
    } catch (error) {
      if (!(error instanceof HolderError && error.code === 'untrusted')) throw error
      await this.#change(id, ({ refill: _, ...rest }) => rest)
    }
  }

  async #fetch(credential: SdJwtCredential, refill: Refill): Promise<void> {
    const { issuer, endpoints, refreshToken, tokenKey } = refill
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const granted = await requestToken(this.#context, { url: endpoints.token, body, tokenKey })
    if ('refused' in granted) return unsound(new Error('The issuer gives no more copies'))
    const keys = await newHolderKeys(refill.batchSize)
    const given = await requestBatch(this.#context, { ...refill, keys }, granted)
    if (!given) return unsound(new Error('The issuer gives no more copies'))
    const names = credential.attributes.map(({ name }) => name)
    const batch = await readBatch(this.#context.clock.now(), given.texts, {
      issuer,
      kind: credential.kind,
      names,
      keys,
    })
    if (JSON.stringify(batch.attributes) !== JSON.stringify(credential.attributes))
      return unsound(new Error('The copies differ from those before'))
    // Without another refresh token, the same one is used again (RFC 6749, 6).
    const next = { ...refill, refreshToken: granted.refreshToken ?? refreshToken }
    await this.#change(credential.id, (current) => ({
      ...current,
      copies: [...(current.isWornOut ? [] : current.copies), ...batch.copies],
      isWornOut: false,
      refill: next,
    }))
  }

  /** A copy may be used meanwhile, or the credential removed. */
  #change(id: string, change: (current: SdJwtCredential) => SdJwtCredential): Promise<void> {
    const { vault } = this.#context
    return vault.change(() => {
      const current = vault.get('credential', id)
      return current?.format === 'sd-jwt' ? [put('credential', change(current))] : []
    })
  }
}
