type Politeness = 'polite' | 'assertive'

/** Milliseconds: removed after this time, or visitors would later read old news at the foot of the page. */
const announcementKept = 7_000

/** Marks the page's live regions by politeness; they exist before the first announcement. */
export const liveRegion = (politeness: Politeness) => ({ 'data-announces': politeness, 'aria-live': politeness })

let clearing: ReturnType<typeof setTimeout> | undefined

/** Announces a sentence to screen readers; `assertive` interrupts and is for failures only. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  for (const region of liveRegions()) {
    const isMeant = region.getAttribute('data-announces') === politeness
    // Screen readers ignore an unchanged text; a no-break space makes a repetition a change.
    const said = region.textContent === text ? `${text}\u00a0` : text
    region.textContent = isMeant ? said : ''
  }
  clearTimeout(clearing)
  clearing = setTimeout(() => {
    for (const region of liveRegions()) region.textContent = ''
  }, announcementKept)
}

const liveRegions = () => document.querySelectorAll('[data-announces]')
