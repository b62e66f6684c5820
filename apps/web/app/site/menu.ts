/** Of the popover with the site's links on narrow screens; the browser itself opens and closes it. */
export const menuId = 'menu'

const openMenu = () => document.querySelector<HTMLElement>(`#${menuId}:popover-open`)

/** Closes the menu when the keyboard goes on past it, and before the page is left, to which Back may return. */
export function watchMenu(): void {
  document.addEventListener('focusin', ({ target }) => {
    const menu = openMenu()
    if (!menu || !(target instanceof Element)) return
    const isOpener = target.getAttribute('popovertarget') === menuId
    if (!isOpener && !menu.contains(target)) menu.hidePopover()
  })
  addEventListener('pagehide', () => openMenu()?.hidePopover())
}
