/** Id of the popover with the site's links on narrow screens; the browser opens and closes it. */
export const menuId = 'menu'

/** Looked up late: the demo renders its pages after the watching starts. */
const menu = () => document.getElementById(menuId)

const isOpener = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`[popovertarget=${menuId}]`) !== null

/** Closes the menu when the keyboard focus moves past it, and before leaving the page, which Back may restore. */
export function watchMenu(): void {
  const hasPopovers = 'popover' in HTMLElement.prototype
  const close = hasPopovers ? closePopover : hideIfNarrow
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !isOpener(target) && !menu()?.contains(target)) close()
  })
  addEventListener('pagehide', close)
  if (!hasPopovers) openByScript()
}

/** No effect on a closed menu. */
const closePopover = () => menu()?.hidePopover?.()

const narrow = '(width < 64rem)'

function hideIfNarrow() {
  menu()?.toggleAttribute('hidden', matchMedia(narrow).matches)
}

/** For the oldest browsers, of which some know no popovers. */
function openByScript() {
  hideIfNarrow()
  matchMedia(narrow).addEventListener('change', hideIfNarrow)
  document.addEventListener('click', ({ target }) => {
    if (isOpener(target)) menu()?.toggleAttribute('hidden')
  })
}
