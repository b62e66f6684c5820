type Politeness = 'polite' | 'assertive'

/** After this time it is gone again: nobody who reads on to the end of the page should find old news there. */
const announcementKept = 7_000

/** On each of the page's live regions, with its politeness; they stand in the document before anything is announced. */
export const liveRegion = (politeness: Politeness) => ({ 'data-announces': politeness, 'aria-live': politeness })

let clearing: ReturnType<typeof setTimeout> | undefined

/** Says a sentence to people who use a screen reader; `assertive` interrupts, for failures only. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  for (const region of liveRegions()) {
    const isMeant = region.getAttribute('data-announces') === politeness
    // A no-break space makes the same sentence said twice a change that is read twice.
    const said = region.textContent === text ? `${text}\u00a0` : text
    region.textContent = isMeant ? said : ''
  }
  clearTimeout(clearing)
  clearing = setTimeout(() => {
    for (const region of liveRegions()) region.textContent = ''
  }, announcementKept)
}

const liveRegions = () => document.querySelectorAll('[data-announces]')
