import { deepLinkHost, defaultDeepLinkScheme } from '@lastmile/contracts/constants'

/**
 * An invitation's address in the wallet: `<scheme>://aries_connection_invitation?<invitation query>`
 * (docs/product.md, section 9). A link of OpenID4VC has a scheme already.
 */
export function deepLinkOf(invitationUrl: string, scheme: string = defaultDeepLinkScheme): string {
  if (/^(openid|haip)[\w-]*:/.test(invitationUrl)) return invitationUrl
  const query = invitationUrl.indexOf('?')
  return `${scheme}://${deepLinkHost}${query < 0 ? '' : invitationUrl.slice(query)}`
}

interface Device {
  userAgent: string
  maxTouchPoints: number
  userAgentData?: { mobile: boolean }
}

/** Whether this device may have a wallet app: a phone or a tablet, including iPads that claim to be Macs. */
export function mayHoldWallet({ userAgent, maxTouchPoints, userAgentData }: Device): boolean {
  if (userAgentData?.mobile) return true
  if (/Android|iPhone|iPad|iPod/i.test(userAgent)) return true
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1
}
