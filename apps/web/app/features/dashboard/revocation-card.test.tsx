import { labels } from '@lastmile/contracts/specified-texts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, describe, expect, it } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { callsOf, credentialRecord, storeWith } from '../../store/store.fixture.ts'
import { RevocationCard } from './revocation-card.tsx'

afterEach(cleanup)

const info = { credentialName: 'Student Card', title: 'Withdraw the Student Card', description: 'Suppose it is lost.' }

function Card() {
  const revoked = useAppSelector(({ credentials }) =>
    credentials.issuedCredentials.some(({ state }) => state === 'credential_revoked'),
  )
  return <RevocationCard info={info} issuer="Unity College" revoked={revoked} />
}

function show() {
  const { store, call } = storeWith({ revoke: () => credentialRecord('x1', { revoked: true }) })
  const record = credentialRecord('x1', { state: 'done', revoc_reg_id: 'reg', revocation_id: '7' })
  store.dispatch(credentialFetched({ name: 'Student Card', record }))
  render(
    <Provider store={store}>
      <Card />
    </Provider>,
  )
  const button = screen.getByRole('button', { name: 'REVOKE Student Card' })
  button.focus()
  fireEvent.click(button)
  return { call, question: within(screen.getByRole('alertdialog', { name: 'Revoke Student Card?' })) }
}

describe('REVOKE', () => {
  it('asks first, and says what it does', () => {
    const { call, question } = show()
    expect(screen.getByRole('alertdialog').textContent).toContain('Unity College takes it back for good.')
    fireEvent.click(question.getByRole('button', { name: 'KEEP IT' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(callsOf(call, 'revoke')).toEqual([])
  })

  it('leaves the focus at what came of it', async () => {
    const { call, question } = show()
    fireEvent.click(question.getByRole('button', { name: labels.revoke }))
    await screen.findByText('Revoked')
    expect(callsOf(call, 'revoke')).toHaveLength(1)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Revoked'))
  })
})
