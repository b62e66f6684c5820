// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

const actions = (
  <>
    <button type="button">Yes</button>
    <button type="button">No</button>
  </>
)

function Page({ alert = false }: { alert?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Leave
      </button>
      <Dialog open={open} alert={alert} title="Are you sure?" onClose={() => setOpen(false)} actions={actions}>
        <p>Your progress will be lost.</p>
        <button type="button">Save it</button>
      </Dialog>
    </>
  )
}

function openDialog(alert = false) {
  render(<Page alert={alert} />)
  const opener = screen.getByRole('button', { name: 'Leave' })
  opener.focus()
  fireEvent.click(opener)
  return { opener, dialog: screen.getByRole(alert ? 'alertdialog' : 'dialog') as HTMLDialogElement }
}

describe('dialog', () => {
  it('is modal and named after its title', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    const { dialog } = openDialog()
    expect(showModal).toHaveBeenCalledOnce()
    expect(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Are you sure?')
  })

  it('closes on Escape and gives the focus back', () => {
    const { opener, dialog } = openDialog()
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })

  it('stays when a field for a file in it was given none', () => {
    const { dialog } = openDialog()
    fireEvent(dialog.querySelector('p') ?? dialog, new Event('cancel', { bubbles: true }))
    expect(screen.queryByRole('dialog')).toBe(dialog)
  })

  it('lets a key that is pressed too early change nothing', () => {
    openDialog(true)
    expect(document.activeElement?.textContent).toBe('No')
  })

  it('closes on a press beside it, unless something must be decided', () => {
    fireEvent.click(openDialog().dialog)
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()
    fireEvent.click(openDialog(true).dialog)
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  })
})
