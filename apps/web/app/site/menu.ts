/** Id of the popover with the site's links on narrow screens; the browser opens and closes it. */
export const menuId = 'menu'

/** Looked up late: the demo renders its pages after the watching starts. */
const menu = () => document.getElementById(menuId)

/** Closes the menu when the keyboard focus moves past it, and before leaving the page, which Back may restore. */
export function watchMenu(): void {
  // No effect on a closed menu.
  const close = () => menu()?.hidePopover()
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const isOpener = target.getAttribute('popovertarget') === menuId
    if (!isOpener && !menu()?.contains(target)) close()
  })
  addEventListener('pagehide', close)
}
