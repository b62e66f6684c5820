import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { WalletHelp } from './wallet-help.tsx'

afterEach(cleanup)

it.each([
  ['request', 'Send the proof request again', 'retry_action resend'],
  ['credential', 'Send the credential again', 'retry_action resend'],
] as const)('reports of a %s nothing before the visitor says that it is to be sent again', (what, resend, reported) => {
  render(
    <Provider store={storeWith({}).store}>
      <WalletHelp label="Something else?" what={what} onResend={() => {}} />
    </Provider>,
  )
  const opener = screen.getByRole('button', { name: 'Something else?' })
  expect(opener.dataset.track).toBeUndefined()
  fireEvent.click(opener)
  expect(screen.getByRole('button', { name: resend }).dataset.track).toBe(reported)
})
