import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { invitation, storeWith } from '../../store/store.fixture.ts'
import { allConnections } from './connection-slice.ts'
import { openConnection } from './connection-thunks.ts'
import type { DeepLink } from './use-deep-link.ts'
import { WalletInvitation } from './wallet-invitation.tsx'
import { walletChosen } from './wallets-slice.ts'

afterEach(cleanup)

function show(code: string, deepLink?: DeepLink, wallet?: string) {
  const { store } = storeWith({})
  if (wallet) store.dispatch(walletChosen(wallet))
  const { container } = render(
    <Provider store={store}>
      <WalletInvitation code={code} link={`${code}?oob=1`} linkTestId="invitation-link" deepLink={deepLink} />
    </Provider>,
  )
  return container.textContent
}

it('names the wallets of the device beside the web wallet, and the chosen one as the visitor’s own', () => {
  const deepLink = { href: 'didcomm://x', open: () => {} }
  expect(show('https://demo.example/i/1', deepLink)).toContain(
    'to install.Another wallet on this deviceOpen the wallet app',
  )
  cleanup()
  expect(show('https://demo.example/i/1', deepLink, 'hologram')).toContain('Your wallet app on this device')
})

it('says beside the code when a phone cannot reach the server', () => {
  expect(show('http://localhost:8080/i/1')).toContain('its address, localhost:8080, means this computer alone')
  expect(show('http://192.168.1.20:8080/i/1')).toContain('Only phones in the network of this server')
  expect(show('http://demo.example/i/1')).toContain('demo.example, has no https')
  expect(show('https://demo.example/i/1')).not.toMatch(/phones? .*reach|want https/)
})

it.each([
  ['an offer', 'openid-credential-offer://?credential_offer_uri='],
  ['a request', 'openid4vp://?client_id=x509_hash:x&request_uri='],
])('says beside the code of %s of OpenID4VC that other wallets want https at a public name', (_, link) => {
  const wanted = 'Other wallets want https at a public name.'
  for (const site of ['http://localhost:8080', 'http://192.168.1.20:8080', 'http://demo.example'])
    expect(show(link + encodeURIComponent(`${site}/openid4vc/x`))).toContain(wanted)
  expect(show(link + encodeURIComponent('https://demo.example/openid4vc/x'))).not.toContain(wanted)
})

it('counts a link copied by hand as handed over, where the browser refuses the clipboard', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  const { store } = storeWith({ createInvite: () => invitation('c1') })
  await store.dispatch(openConnection({ screen: 'onboarding', flow: 'onboarding', protocol: 'didcomm' }))
  const link = allConnections(store.getState().connection)[0]?.invitationUrl ?? ''
  render(
    <Provider store={store}>
      <WalletInvitation code={link} link={link} linkTestId="invitation-link" deepLink={undefined} />
    </Provider>,
  )
  const isHandedOver = () => allConnections(store.getState().connection)[0]?.isHandedOver
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /copy/i })))
  expect(isHandedOver()).toBeUndefined()
  fireEvent.copy(screen.getByRole('textbox'))
  expect(isHandedOver()).toBe(true)
})
