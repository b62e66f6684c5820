import type { IssuedCredential, Protocol } from '@lastmile/contracts'
import { defaultProtocol } from '@lastmile/contracts/protocols'
import { isIssued, sameCredential } from '@lastmile/journey'
import type { RootState } from '../root-state.ts'

/** The family in which new credentials are issued. */
export const selectProtocol = ({ preferences }: RootState): Protocol => preferences.protocol ?? defaultProtocol

/**
 * The family in which one request asks for these credentials: that in which they are held; the current one where they
 * are held in both, or not at all.
 */
export const selectProtocolOf = (state: RootState, names: readonly string[]): Protocol =>
  protocolOf(names, state.credentials.issuedCredentials, selectProtocol(state))

function protocolOf(names: readonly string[], issued: readonly IssuedCredential[], current: Protocol): Protocol {
  const families = new Set(heldOf(names, issued).map(({ protocol }) => protocol))
  const [only = current] = families
  return families.size === 1 ? only : current
}

/** Those that are held in another family than the one request for all of them asks in: no answer mixes families. */
export function heldElsewhere(
  names: readonly string[],
  issued: readonly IssuedCredential[],
  current: Protocol,
): string[] {
  const asking = protocolOf(names, issued, current)
  return names.filter((name) => heldOf([name], issued).some(({ protocol }) => protocol !== asking))
}

const heldOf = (names: readonly string[], issued: readonly IssuedCredential[]) =>
  issued.filter((entry) => isIssued(entry.state) && names.some((name) => sameCredential(entry.name, name)))
