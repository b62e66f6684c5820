import { expect, it } from 'vitest'
import { deepLinkOf, mayHoldWallet } from './deep-link.ts'

it('carries the invitation query under the wallet’s own scheme', () => {
  const url = 'https://demo.example/invite?oob=eyJhIjoxfQ'
  expect(deepLinkOf(url)).toBe('didcomm://aries_connection_invitation?oob=eyJhIjoxfQ')
  expect(deepLinkOf(url, 'purse')).toBe('purse://aries_connection_invitation?oob=eyJhIjoxfQ')
  expect(deepLinkOf('?oob=eyJhIjoxfQ', 'purse')).toBe('purse://aries_connection_invitation?oob=eyJhIjoxfQ')
})

it.each(['openid-credential-offer://?credential_offer=%7B%7D', 'openid4vp://?client_id=x', 'haip-vp://?client_id=x'])(
  'leaves the scheme of OpenID4VC as it is: %s',
  (link) => expect(deepLinkOf(link, 'purse')).toBe(link),
)

it.each([
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 14; Pixel 8)', 5, true],
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 5, true],
  ['an iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['a laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, false],
])('knows whether %s may hold a wallet', (_, userAgent, maxTouchPoints, expected) => {
  expect(mayHoldWallet({ userAgent, maxTouchPoints })).toBe(expected)
})
