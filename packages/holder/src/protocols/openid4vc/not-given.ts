import type * as z from 'zod/mini'
import { HolderError, hasCode } from '../../core/holder-error.ts'
import type { HistoryEntry } from '../../core/snapshot.ts'
import { type Answer, errorIn, isSuccess, jsonIn } from './http.ts'
import type { Context } from './openid-context.ts'

type Why = NonNullable<HistoryEntry['why']>

/** An issuer gives no credential. */
export class NotGiven extends HolderError {
  readonly why: Why
  /** In the issuer's words. */
  readonly error: string | undefined

  constructor(why: Why, { error, ...options }: ErrorOptions & { error?: string | undefined } = {}) {
    super('not-open', `The issuer gives no credential: ${why}`, options)
    this.why = why
    this.error = error
  }
}

/** By the errors of RFC 6749, 5.2, RFC 6750, 3.1, and OpenID4VCI 1.0, 8.3.1; any other is `refused`. */
const whys = new Map<string | undefined, Why>([
  ['invalid_client', 'unknown-wallet'],
  ['unauthorized_client', 'unknown-wallet'],
  ['credential_request_denied', 'denied'],
  ['invalid_token', 'late'],
])
/** Errors of proofs, which say when they were made. */
const aboutTime = new Set<string | undefined>(['invalid_dpop_proof', 'invalid_proof'])

/** The content of an issuer's answer. Throws `NotGiven`. */
export function contentOf<Schema extends z.ZodMiniType>(
  { clocks }: Context,
  url: string,
  answer: Answer,
  schema: Schema,
): z.output<Schema> {
  if (!isSuccess(answer)) {
    const error = errorIn(answer)
    const isOfClock = aboutTime.has(error) && clocks.ahead(url) !== 0
    throw new NotGiven(isOfClock ? 'wrong-clock' : (whys.get(error) ?? 'refused'), { error })
  }
  const { success, data } = schema.safeParse(jsonIn(answer.text))
  if (!success) throw new NotGiven('unreadable')
  return data
}

/** Why an offer comes to nothing; undefined where the credential is not the one that was offered, or not sound. */
export const whyOf = (error: unknown): Why | undefined =>
  error instanceof NotGiven ? error.why : hasCode(error, 'too-large') ? 'too-large' : undefined
