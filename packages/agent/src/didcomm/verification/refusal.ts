import type { AnonCredsCheck } from '@lastmile/contracts'
import type { RefusalReason } from '../../port/exchanges.ts'

/** Why a presentation does not count. The message says what was wrong without any value, so that it may be logged. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  /** The check that it comes from; the runner of the checks says which. */
  check?: AnonCredsCheck

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export const notVerifiable = (message: string): Refusal => new Refusal('not-verifiable', message)
