import { walletPath } from '@lastmile/contracts/site'

/** The part of `/wallet`’s address that carries an invitation; browsers never send it. */
const mark = '#invitation='

/** The wallet page's address with an invitation. @param link a short one, which needs no escaping */
export const walletAddressOf = (link: string): string => `${walletPath}${mark}${link}`

/** @param hash as in `location` */
export function invitationInAddress(hash: string): string | undefined {
  if (!hash.startsWith(mark)) return undefined
  try {
    return decodeURIComponent(hash.slice(mark.length))
  } catch {
    return undefined
  }
}
