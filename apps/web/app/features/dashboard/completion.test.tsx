// @vitest-environment happy-dom
import { contactAbout } from '@lastmile/contracts/contact'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { RestartProvider } from '../../visit/restart.tsx'
import { AllDone } from './all-done.tsx'
import { Completion } from './completion.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(isRevokingLeft = true) {
  const { store } = storeWith({})
  render(
    <Provider store={store}>
      <MemoryRouter>
        <RestartProvider>
          <Completion isRevokingLeft={isRevokingLeft} />
          <AllDone isRevokingLeft={isRevokingLeft} />
          <h2 id="revoking" tabIndex={-1}>
            Revoking your credentials
          </h2>
        </RestartProvider>
      </MemoryRouter>
    </Provider>,
  )
}
const dialog = { name: 'Showcase Completed!' }

it('says that the receipts go, and leads to the house and to a colleague', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  show()
  const question = within(screen.getByRole('alertdialog', dialog))
  expect(question.getByText(/FINISH clears this demo and its receipts from the browser/)).toBeTruthy()
  expect(question.getByText(/CANCEL leaves everything as it is/)).toBeTruthy()
  expect(question.getByRole('link', { name: /^Talk to us/ }).getAttribute('href')).toBe(contactAbout('Product Demo'))
  expect(question.getByRole('button', { name: 'Copy a link for a colleague' })).toBeTruthy()
})

it('can be finished later, and leads to what is left to see', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'CANCEL' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'FINISH' }))
  fireEvent.click(within(screen.getByRole('alertdialog', dialog)).getByRole('button', { name: 'Revoke a card' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement?.id).toBe('revoking')
})

it('leads to revoking no more once its end was seen', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  show(false)
  expect(document.body.textContent).not.toContain('One thing is left to see')
  expect(screen.queryByRole('button', { name: 'Revoke a card' })).toBeNull()
})

it('lets confetti fall behind the dialog, until it is closed', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const order: string[] = []
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
    order.push('dialog')
  })
  HTMLElement.prototype.showPopover = () => void order.push('confetti')
  show()
  expect(order).toEqual(['confetti', 'dialog'])
  fireEvent.click(screen.getByRole('button', { name: 'CANCEL' }))
  expect(document.querySelector('[popover]')).toBeNull()
})
