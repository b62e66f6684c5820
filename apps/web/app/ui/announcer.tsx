type Politeness = 'polite' | 'assertive'

/** On each of the page's live regions, with its politeness; they stand in the document before anything is announced. */
export const liveRegion = (politeness: Politeness) => ({ 'data-announces': politeness, 'aria-live': politeness })

/** Says a sentence to people who use a screen reader; `assertive` interrupts, for failures only. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  for (const region of document.querySelectorAll('[data-announces]')) {
    const isMeant = region.getAttribute('data-announces') === politeness
    // A no-break space makes the same sentence said twice a change that is read twice.
    const said = region.textContent === text ? `${text}\u00a0` : text
    region.textContent = isMeant ? said : ''
  }
}
