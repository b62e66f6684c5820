// @vitest-environment happy-dom
import { contactAbout } from '@lastmile/contracts/contact'
import { cleanup, render, screen, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { RestartProvider } from '../../visit/restart.tsx'
import { Completion } from './completion.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says that the receipts go, and leads to the house, to a colleague and to another character', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  render(
    <Provider store={storeWith({}).store}>
      <MemoryRouter>
        <RestartProvider>
          <Completion />
        </RestartProvider>
      </MemoryRouter>
    </Provider>,
  )
  const question = within(screen.getByRole('alertdialog', { name: 'Showcase Completed!' }))
  expect(question.getByText(/Finishing clears this demo and its receipts from the browser/)).toBeTruthy()
  expect(question.getByRole('link', { name: /^Talk to us/ }).getAttribute('href')).toBe(contactAbout('Product Demo'))
  expect(question.getByRole('button', { name: 'Show it to a colleague' })).toBeTruthy()
  expect(question.getByRole('button', { name: 'Be somebody else' })).toBeTruthy()
})
