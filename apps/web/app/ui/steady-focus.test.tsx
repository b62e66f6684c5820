import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SteadyFocus } from './steady-focus.tsx'

afterEach(cleanup)

const show = (child: string, isButton: boolean) => (
  <>
    <button type="button">Elsewhere</button>
    <SteadyFocus>{isButton ? <button type="button">{child}</button> : <p>{child}</p>}</SteadyFocus>
  </>
)

describe('the focus', () => {
  it('stays where the button was that gave way', async () => {
    const { rerender } = render(show('Try Again', true))
    screen.getByText('Try Again').focus()
    rerender(show('Sending.', false))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Sending.'))
  })

  it('is not taken from somewhere else', async () => {
    const { rerender } = render(show('Try Again', true))
    screen.getByText('Try Again').focus()
    screen.getByText('Elsewhere').focus()
    rerender(show('Sending.', false))
    await new Promise((done) => setTimeout(done))
    expect(document.activeElement?.textContent).toBe('Elsewhere')
  })
})
