import type { Openid4vpCheck } from '@lastmile/contracts'
import { compares } from '@lastmile/contracts/condition'
import type { SdJwtFault, VerifiedSdJwtVc } from '@lastmile/formats/sd-jwt'
import { OutOfReach } from '../../port/reads.ts'
import type { StatusLists } from '../status/status-lists.ts'
import type { CredentialQuery, PresentationRequest } from '../store/presentation-request.ts'

type Signed = VerifiedSdJwtVc['signed']
type Refusal = NonNullable<PresentationRequest['refusal']>
type Condition = CredentialQuery['prove'][string]

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

/**
 * Checks of an answer and of each credential in it, beside those of one SD-JWT. A table, so that tests can turn off one
 * at a time (record 112). All throw or reject with `Refused`.
 */
export const checks = {
  /** @param id of the request, as the address of the answer names it */
  state(state: string | undefined, id: string): void {
    if (state !== undefined && state !== id) throw new Refused('state')
  },
  credentials(token: Record<string, unknown>, { queries }: PresentationRequest): void {
    if (Object.keys(token).length !== queries.length) throw new Refused('credentials')
  },
  type({ vct }: Signed, { types }: CredentialQuery): void {
    if (!types.includes(vct)) throw new Refused('type')
  },
  async status(
    { status }: Signed,
    { unrevoked }: CredentialQuery,
    statusLists: Pick<StatusLists, 'isRevoked'>,
  ): Promise<void> {
    if (!unrevoked || !status) return
    const { uri: list, idx: index } = status.status_list
    const isRevoked = await statusLists.isRevoked({ list, index }).catch((error) => {
      if (error instanceof OutOfReach) throw new Refused('status', 'not-verifiable')
      throw error
    })
    if (isRevoked) throw new Refused('status')
  },
  /** @param shown undefined where it was asked for and left out */
  claims(shown: string | boolean | undefined): void {
    if (shown === undefined) throw new Refused('claims')
  },
  /** @param shown the value that the condition is about, or whether the holder is of the stated age */
  condition(condition: Condition, shown: string | boolean): void {
    if (!(typeof shown === 'boolean' ? shown : isMet(condition, shown))) throw new Refused('condition')
  },
} satisfies Record<Exclude<Openid4vpCheck, SdJwtFault>, (...given: never[]) => void | Promise<void>>

/** Whether a value compares as asked: a whole number of 32 bits, as in AnonCreds; dates are YYYYMMDD. */
const isMet = ({ comparison, bound }: Condition, value: string): boolean =>
  /^-?\d{1,10}$/.test(value) && compares(Number(value), comparison, bound)
