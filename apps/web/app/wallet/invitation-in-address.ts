import { walletPath } from '@lastmile/contracts/site'

/** The part of `/wallet`’s address that hands an invitation over; browsers send it to nobody. */
const mark = '#invitation='

/** The address that opens the wallet’s page with an invitation. @param link a short one, which needs no escaping */
export const walletAddressOf = (link: string): string => `${walletPath}${mark}${link}`

/** @param hash of an address, as `location` has it */
export function invitationInAddress(hash: string): string | undefined {
  if (!hash.startsWith(mark)) return undefined
  try {
    return decodeURIComponent(hash.slice(mark.length))
  } catch {
    return undefined
  }
}
