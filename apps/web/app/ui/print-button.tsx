import { type ReactNode, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface PrintButtonProps {
  /** The button's label. */
  children: ReactNode
  /** The printed content. */
  sheet: ReactNode
}

/** Prints a separate sheet instead of the page; `print.css` hides the rest. */
export function PrintButton({ children, sheet }: PrintButtonProps) {
  const [isPrinting, setPrinting] = useState(false)
  const print = () => {
    addEventListener('afterprint', () => setPrinting(false), { once: true })
    // The browser prints the page's state at the call.
    flushSync(() => setPrinting(true))
    window.print()
  }
  return (
    <>
      <Button variant="ghost" size="small" onClick={print} {...pressed('button_click', 'print')}>
        <Icon name="printer" size={18} />
        {children}
      </Button>
      {isPrinting
        ? createPortal(
            <div className="print-sheet" data-theme="light">
              {sheet}
            </div>,
            document.body,
          )
        : null}
    </>
  )
}
