import { type ReactNode, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { pressed } from '../tracking/presses.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface PrintButtonProps {
  /** The button's words. */
  children: ReactNode
  /** What stands on the paper, alone. */
  sheet: ReactNode
}

/** Prints a sheet of its own instead of the page; how it gets the paper to itself stands in `print.css`. */
export function PrintButton({ children, sheet }: PrintButtonProps) {
  const [isPrinting, setPrinting] = useState(false)
  const print = () => {
    addEventListener('afterprint', () => setPrinting(false), { once: true })
    // The browser takes the page as it stands when it is told to print.
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
