import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

interface SteadyFocusProps {
  children: ReactNode
  className?: string
}

/** Keeps the focus here when a press replaces the focused button; otherwise it would fall to the top of the page. */
export function SteadyFocus({ children, className }: SteadyFocusProps) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const box = ref.current
    if (!box) return
    let last: EventTarget | null = null
    const save = (event: FocusEvent) => {
      last = event.target
    }
    const forget = (event: FocusEvent) => {
      if (event.relatedTarget !== null) last = null
    }
    const keep = () => {
      if (!(last instanceof Node) || last.isConnected) return
      last = null
      if (document.activeElement === null || document.activeElement === document.body) {
        box.focus({ preventScroll: true })
      }
    }
    const observer = new MutationObserver(keep)
    observer.observe(box, { childList: true, subtree: true })
    box.addEventListener('focusin', save)
    box.addEventListener('focusout', forget)
    return () => {
      observer.disconnect()
      box.removeEventListener('focusin', save)
      box.removeEventListener('focusout', forget)
    }
  }, [])

  return (
    <div ref={ref} tabIndex={-1} className={classNames('outline-none', className)}>
      {children}
    </div>
  )
}
