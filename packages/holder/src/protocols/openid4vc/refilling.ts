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

/** Further copies of a credential, so that no verifier sees one that another has seen. */

/** Unused copies below which more are fetched. */
const fewestCopies = 3

/** Credentials that more copies are to be fetched of. */
export const due = ({ vault, clock }: Context): SdJwtCredential[] =>
  ofFormat(vault.all('credential'), 'sd-jwt').filter(
    ({ refill, copies, isWornOut, revokedAt, expiresAt = Number.POSITIVE_INFINITY }) =>
      refill !== undefined &&
      (isWornOut || copies.length < fewestCopies) &&
      revokedAt === undefined &&
      expiresAt > clock.now(),
  )

/** Fetches a batch. Rejects with `unreachable`, or for a wrong clock; an issuer that refuses is not asked again. */
export async function carryOn(context: Context, id: string): Promise<void> {
  const credential = due(context).find((each) => each.id === id)
  const refill = credential?.refill
  if (!credential || !refill) return
  try {
    await fetchCopies(context, credential, refill)
  } catch (error) {
    const isForLater = !(error instanceof HolderError) || error.code === 'unreachable' || whyOf(error) === 'wrong-clock'
    if (isForLater) throw error
    const batchSize = fewerCopies(refill.batchSize)
    const mayBeShorter = error.code === 'too-large' && batchSize < refill.batchSize
    await changeCard(context.vault, id, ({ refill, ...rest }) =>
      mayBeShorter && refill ? { ...rest, refill: { ...refill, batchSize } } : rest,
    )
    if (mayBeShorter) await carryOn(context, id)
  }
}

async function fetchCopies(context: Context, credential: SdJwtCredential, refill: Refill): Promise<void> {
  const { endpoints, refreshToken } = refill
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const granted = await requestToken(context, { url: endpoints.token, body }, refill)
  // Without another refresh token, the same one is used again (RFC 6749, 6). Stored before it may be needed again.
  const next = { ...refill, refreshToken: granted.refreshToken ?? refreshToken }
  await changeCard(context.vault, credential.id, (current) => ({ ...current, refill: next }))
  const keys = await newHolderKeys(refill.batchSize)
  const given = await requestBatch(context, { ...refill, keys }, granted)
  if ('transactionId' in given) throw new HolderError('unreachable', 'The issuer makes the copies later')
  const names = credential.attributes.map(({ name }) => name)
  const now = context.clocks.now(endpoints.credential)
  const { attributes, copies, expiresAt } = await readBatch(now, given.texts, { kind: credential.kind, names, keys })
  const held = cardOf(credential).attributes.map(({ name, value }) => ({ name, value }))
  if (JSON.stringify(attributes) !== JSON.stringify(held))
    return unsound(new Error('The copies differ from those before'))
  await changeCard(context.vault, credential.id, (current) => ({
    ...current,
    // Copies that end at another time would outlive the card, or be shown when they are over.
    copies: current.isWornOut || current.expiresAt !== expiresAt ? copies : [...current.copies, ...copies],
    isWornOut: false,
    expiresAt,
  }))
}
