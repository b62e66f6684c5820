import { Icon } from './icon.tsx'
import { t } from './texts.ts'
import { themeToggleAttribute } from './theme.ts'

/**
 * Switches the theme on pages without a store. Works from the first paint, because the script in `<head>` handles it;
 * hidden without scripts.
 */
export function PageThemeToggle() {
  const label = t('switchTheme')
  return (
    <button
      type="button"
      {...{ [themeToggleAttribute]: '' }}
      aria-label={label}
      title={label}
      className="inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-mute transition-colors duration-150 hover:bg-sand hover:text-ink focus-visible:rounded-full noscript:hidden"
    >
      <Icon name="moon" className="dark:hidden" />
      <Icon name="sun" className="not-dark:hidden" />
    </button>
  )
}
