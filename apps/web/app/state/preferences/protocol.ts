import type { Protocol } from '@lastmile/contracts'
import { isIssued, sameCredential } from '@lastmile/journey'
import type { RootState } from '../root-state.ts'

/** The family in which new credentials are issued. */
export const selectProtocol = ({ preferences }: RootState): Protocol => preferences.protocol ?? 'didcomm'

/** The family in which these credentials are asked for: that in which they are held, or else the current one. */
export function selectProtocolOf(state: RootState, names: readonly string[]): Protocol {
  const held = state.credentials.issuedCredentials.filter(
    (entry) => isIssued(entry.state) && names.some((name) => sameCredential(entry.name, name)),
  )
  if (held.length === 0) return selectProtocol(state)
  return held.every(({ connectionId }) => connectionId === null) ? 'openid4vc' : 'didcomm'
}
