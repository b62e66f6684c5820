import type { Receipt } from '@lastmile/contracts'
import { fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it, vi } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { receiptMade } from '../../visit/use-cases/use-cases-slice.ts'
import { drawDay } from './day-picture.ts'
import { DaySum } from './day-sum.tsx'

vi.mock('./day-picture.ts', { spy: true })

const receipt = (id: string, verifier: string, shown: string[]): Receipt => ({
  id,
  verifier,
  useCase: { slug: id, name: id },
  request: 'Check',
  at: '2026-11-22T10:00:00.000Z',
  protocol: 'didcomm',
  credentials: [
    { name: 'Student Card', issuer: null, shown, proved: [], kept: ['photo', 'birth_date'], nonRevoked: true },
  ],
})

function showDay(...receipts: Receipt[]) {
  const { store } = storeWith({})
  for (const each of receipts) store.dispatch(receiptMade(each))
  render(
    <Provider store={store}>
      <DaySum />
    </Provider>,
  )
}
afterEach(() => vi.restoreAllMocks())

it('counts the places of the day and what they learnt', () => {
  showDay(receipt('p1', 'Shop', ['given_names']), receipt('p2', 'Library', []))
  expect(screen.getByTestId('day-sum').textContent).toContain(
    'Your day: 2 places asked; 1 detail shown, 1 fact proved, and 2 details stayed with you.',
  )
})

it('says nothing where no place has asked', () => {
  showDay()
  expect(screen.queryByTestId('day-sum')).toBeNull()
})

it('draws a picture without a name, and says where the browser can’t', async () => {
  vi.mocked(drawDay).mockRejectedValue(new Error('none'))
  showDay(receipt('p1', 'Shop', ['given_names']))
  fireEvent.click(screen.getByRole('button', { name: 'Keep it as a picture' }))
  expect(await screen.findByText(/This browser could not make the picture/)).toBeTruthy()
  const [title, lines, foot] = vi.mocked(drawDay).mock.calls[0] ?? []
  expect(lines).toEqual([
    [1, 'place asked'],
    [1, 'detail shown'],
    [1, 'fact proved'],
    [2, 'details stayed with you'],
  ])
  expect(`${title} ${foot}`).not.toContain('Shop')
})
