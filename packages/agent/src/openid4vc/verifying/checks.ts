import type { Openid4vpCheck } from '@lastmile/contracts'
import type { VerifiedSdJwtVc } from '@lastmile/formats/sd-jwt'
import { OutOfReach } from '../../core/distant-reads.ts'
import type { StatusLists } from '../status/status-lists.ts'
import type { CredentialQuery, PresentationRequest } from '../store/presentation-request.ts'
import { isMet } from './conditions.ts'
import { Refused } from './refused.ts'

type Signed = VerifiedSdJwtVc['signed']

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
  /** @param shown the value that the condition is about, or whether the holder is of the stated age */
  condition(condition: CredentialQuery['prove'][string], shown: string | boolean): void {
    if (!(typeof shown === 'boolean' ? shown : isMet(condition, shown))) throw new Refused('condition')
  },
} satisfies Partial<Record<Openid4vpCheck, (...given: never[]) => void | Promise<void>>>
