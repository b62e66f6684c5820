import { useSyncExternalStore } from 'react'

type Politeness = 'polite' | 'assertive'

interface Announcement {
  text: string
  politeness: Politeness
}

/** After this time it is gone again: nobody who reads on to the end of the page should find old news there. */
const announcementKept = 7_000

const silence: Announcement = { text: '', politeness: 'polite' }
let current = silence
let clearing: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Says a sentence to people who use a screen reader; `assertive` interrupts, for failures only. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  // A no-break space makes the same sentence said twice a change that is read twice.
  tell({ text: current.text === text ? `${text}\u00a0` : text, politeness })
  clearTimeout(clearing)
  clearing = setTimeout(() => tell(silence), announcementKept)
}

function tell(announcement: Announcement) {
  current = announcement
  for (const listener of listeners) listener()
}

/** The page's live regions. Mounted once, in the root, so that they exist before anything is announced. */
export function Announcer() {
  const { text, politeness } = useSyncExternalStore(
    subscribe,
    () => current,
    () => silence,
  )
  return (
    <div className="sr-only">
      <div aria-live="polite">{politeness === 'polite' ? text : ''}</div>
      <div aria-live="assertive">{politeness === 'assertive' ? text : ''}</div>
    </div>
  )
}
