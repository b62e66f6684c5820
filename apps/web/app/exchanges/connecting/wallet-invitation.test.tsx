import { cleanup, render } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { WalletInvitation } from './wallet-invitation.tsx'

afterEach(cleanup)

function show(code: string) {
  const { store } = storeWith({})
  const { container } = render(
    <Provider store={store}>
      <WalletInvitation code={code} link={`${code}?oob=1`} linkTestId="invitation-link" deepLink={undefined} />
    </Provider>,
  )
  return container.textContent
}

it('says beside the code when a phone cannot reach the server', () => {
  expect(show('http://localhost:8080/i/1')).toContain('its address, localhost:8080, means this computer alone')
  expect(show('http://192.168.1.20:8080/i/1')).toContain('Only phones in the network of this server')
  expect(show('https://demo.example/i/1')).not.toMatch(/phones? .*reach/)
})
