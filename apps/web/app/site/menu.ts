/** Of the popover with the site's links on narrow screens; the browser itself opens and closes it. */
export const menuId = 'menu'

/** The demo draws its pages later than it begins to watch. */
const menu = () => document.getElementById(menuId)

/** Closes the menu when the keyboard goes on past it, and before the page is left, to which Back may return. */
export function watchMenu(): void {
  // A menu that is closed stays so.
  const close = () => menu()?.hidePopover()
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const isOpener = target.getAttribute('popovertarget') === menuId
    if (!isOpener && !menu()?.contains(target)) close()
  })
  addEventListener('pagehide', close)
}
