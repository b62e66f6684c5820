import type { Openid4vpCheck } from '@lastmile/contracts'
import type { PresentationRequest } from '../store/presentation-request.ts'

type Refusal = NonNullable<PresentationRequest['refusal']>

const refusals: Partial<Record<Openid4vpCheck, Refusal>> = { condition: 'predicate-not-met', status: 'revoked' }

/** An answer failed a check. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly fault: Openid4vpCheck
  readonly refusal: Refusal

  constructor(fault: Openid4vpCheck, refusal = refusals[fault] ?? 'not-verifiable') {
    super(fault)
    this.fault = fault
    this.refusal = refusal
  }
}
