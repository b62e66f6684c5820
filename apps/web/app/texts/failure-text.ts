import en from './failures.en.json'
import { textsOf } from './texts.tsx'

const { t, has } = textsOf('failures', en)

/** The part of a failure that words it: the code, or the server's own sentence for unknown codes. */
interface WordedFailure {
  code: string
  message?: string
  /** Milliseconds until it may succeed. */
  retryAfter?: number
}

/** Line 1 of a message says what happened, line 2 what to do. */
const messageOf = ({ code, message, retryAfter = 0 }: WordedFailure, otherwise: string): string =>
  has(code) ? t(code, { minutes: Math.max(1, Math.ceil(retryAfter / 60_000)) }) : message || otherwise

/**
 * The event and the remedy, in the visitor's language.
 *
 * @param otherwise for an unknown code without a sentence
 */
export const failureText = (failure: WordedFailure, otherwise: string = t('other')): string =>
  messageOf(failure, otherwise).replace('\n', ' ')

/** Only the event, for a dialog whose buttons offer the remedy. */
export const causeText = (failure: WordedFailure, otherwise: string): string =>
  messageOf(failure, otherwise).split('\n', 1)[0] ?? otherwise

/** While the call is being retried: omits the remedy, which happens automatically. */
export const tryingAgainText = (failure: WordedFailure) =>
  t('tryingAgain', { code: failure.code, failure: failureText(failure) })
