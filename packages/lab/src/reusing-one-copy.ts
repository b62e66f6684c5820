import type { Forgery, SdJwtTask } from './lab-wallet.ts'

/** Shows the same copy of an SD-JWT to every verifier, as a wallet without batches does: for comparison, no cheat. */
export function reusingOneCopy(): Forgery {
  let first: SdJwtTask | undefined
  return {
    async sdJwt(task, honest) {
      first ??= task
      const [text, , { sign }] = first
      return honest(text, task[1], { ...task[2], sign })
    },
  }
}
