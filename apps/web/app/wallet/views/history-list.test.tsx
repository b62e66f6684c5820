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
    with: card.from,
    about: 'request',
    ...disclosed,
  } as const
  render(<HistoryList history={[entry]} />)
  for (const name of ['“Given names”', '“Call the bank”']) expect(screen.getByText(name, { exact: false })).toBeTruthy()
})
