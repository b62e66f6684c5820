import { type HTMLAttributes, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

/** Where the focus may go: the box itself, or a part of it that remains. */
const isPlace = (node: EventTarget): node is HTMLElement =>
  node instanceof HTMLElement && node.isConnected && node.matches('article, section, [tabindex="-1"]')

/** Keeps the focus here when the focused control goes or is disabled; it would fall to the top of the page. */
export function SteadyFocus({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const box = ref.current
    if (!box) return
    /** The focused element, then all around it. */
    let path: EventTarget[] = []
    const save = (event: FocusEvent) => {
      path = event.composedPath()
    }
    const keep = () => {
      const [last] = path
      if (!path.includes(box) || !(last instanceof HTMLElement)) return
      if (last.isConnected && !last.matches(':disabled')) return
      const place = path.find(isPlace)
      path = []
      if (!place || ![null, document.body, last].includes(document.activeElement as HTMLElement | null)) return
      place.tabIndex = -1
      place.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(keep)
    observer.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    addEventListener('focusin', save)
    return () => {
      observer.disconnect()
      removeEventListener('focusin', save)
    }
  }, [])

  return <div {...rest} ref={ref} tabIndex={-1} className={classNames('outline-none', className)} />
}
