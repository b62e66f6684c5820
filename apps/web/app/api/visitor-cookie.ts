import { newVisitorHeader } from '@lastmile/contracts/constants'

/** Calls begun by this page; and of them, those begun before an answer brought a new visitor's cookie. */
let begun = 0
let begunWithoutCookie: number | undefined

/**
 * Call it when a call begins.
 *
 * @returns whether the answer shows that the browser refuses the visitor's cookie: the server had to make one for a
 *   call that should have carried the one before
 */
export function watchCookie(): (answer: Response) => boolean {
  begun += 1
  const position = begun
  return ({ headers }) => {
    const isMade = headers.has(newVisitorHeader)
    const isLater = begunWithoutCookie !== undefined && position > begunWithoutCookie
    begunWithoutCookie = isMade ? (begunWithoutCookie ?? begun) : undefined
    // A worker's navigator doesn't say.
    return isMade && (isLater || navigator.cookieEnabled === false)
  }
}
