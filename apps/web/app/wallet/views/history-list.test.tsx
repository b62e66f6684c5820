// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { card } from '../wallet.fixture.ts'
import { HistoryList } from './history-list.tsx'

afterEach(cleanup)

it('puts the names that others gave in quotation marks, of what was shown and of what was confirmed', () => {
  const disclosed = { shown: ['given_names'], confirmed: ['call_the_bank'], proved: [], unrevoked: [] }
  const entry = {
    id: 'entry',
    at: card.receivedAt,
    what: 'shared',
    with: { label: 'Elsewhere', host: 'elsewhere.example' },
    about: 'request',
    ...disclosed,
  } as const
  render(<HistoryList history={[entry]} />)
  for (const name of ['“Given names”', '“Call the bank”']) expect(screen.getByText(name, { exact: false })).toBeTruthy()
})

it('says what everybody saw with a card, and of an entry of an earlier version that it may list too little', () => {
  const what = 'shared' as const
  const entry = { id: 'entry', at: card.receivedAt, what, about: 'request', shown: ['given_names'] }
  const shop = { label: 'Shop', isDirect: true }
  const mayBeMore = /“Shop” may have seen more than is listed here/
  const { rerender } = render(
    <HistoryList history={[{ ...entry, with: shop, visible: ['birthdate'], unread: ['Card'] }]} />,
  )
  expect(screen.getByText('Seen with the card: “Date of birth”')).toBeTruthy()
  expect(screen.getByText(/^Seen with each card: .* dates and key of the copy/)).toBeTruthy()
  expect(screen.getByText('Whether “Card” was revoked could not be looked up.')).toBeTruthy()
  expect(screen.queryByText(mayBeMore)).toBeNull()
  rerender(<HistoryList history={[{ ...entry, with: shop }]} />)
  expect(screen.getByText(mayBeMore)).toBeTruthy()
  rerender(<HistoryList history={[{ ...entry, with: card.from }]} />)
  expect(screen.queryByText(mayBeMore)).toBeNull()
  expect(screen.getByText(/^Seen with each card: .* its issuer’s list/).textContent).not.toContain('copy')
  rerender(<HistoryList history={[{ ...entry, what: 'received', with: card.from }]} />)
  expect(screen.queryByText(/^Seen with each card/)).toBeNull()
})
