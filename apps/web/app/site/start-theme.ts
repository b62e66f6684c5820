import { persistedState } from '@lastmile/contracts/site'
import { applyTheme, themeToggleAttribute } from '../ui/theme.ts'
import { uncheckedVisit } from './unchecked-visit.ts'

const { key, version } = persistedState

function keep(darkMode: boolean): void {
  const state = uncheckedVisit()
  const chosen = { version, ...state, preferences: { ...state.preferences, darkMode } }
  try {
    localStorage.setItem(key, JSON.stringify(chosen))
  } catch {
    // Storage is full or forbidden: the choice lasts as long as the page.
  }
  // Storage events reach only other tabs, so this page's store needs its own.
  dispatchEvent(new StorageEvent('storage', { key }))
}

/**
 * Applies the visitor's theme, or the device's until they choose. On pages without a store it also handles the switch,
 * and writes the choice where the store keeps it.
 */
export function startTheme(): void {
  const device = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const chosen = uncheckedVisit().preferences?.darkMode
    applyTheme(typeof chosen === 'boolean' ? chosen : device.matches)
  }
  show()
  device.addEventListener('change', show)
  // Back and forward restore a page unchanged.
  addEventListener('pageshow', ({ persisted }) => persisted && show())
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest(`[${themeToggleAttribute}]`)) return
    const dark = document.documentElement.dataset.theme !== 'dark'
    applyTheme(dark)
    keep(dark)
  })
}
