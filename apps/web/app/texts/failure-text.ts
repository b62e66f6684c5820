import en from './failures.en.json'
import { textsOf } from './texts.tsx'

const { t, has } = textsOf('failures', en)

/** The part of a failure that words it: the code, or the server's own sentence for unknown codes. */
interface ToldFailure {
  code: string
  message?: string
}

/** A message's first line says what happened, its second line what to do. */
const told = ({ code, message }: ToldFailure, otherwise: string): string => (has(code) ? t(code) : message || otherwise)

/**
 * What happened and what to do, in the visitor's language.
 *
 * @param otherwise for a code that is unknown and comes without words
 */
export const failureText = (failure: ToldFailure, otherwise: string = t('other')): string =>
  told(failure, otherwise).replace('\n', ' ')

/** What happened alone, for a dialog whose buttons are another way on. */
export const causeText = (failure: ToldFailure, otherwise: string): string =>
  told(failure, otherwise).split('\n', 1)[0] ?? otherwise

/** The same while the call is being repeated by itself: nobody is told to do what happens anyway. */
export const tryingAgainText = (failure: ToldFailure) =>
  t('tryingAgain', { code: failure.code, failure: failureText(failure) })
