import { useDarkMode } from '../state/preferences/use-dark-mode.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { t } from '../ui/texts.ts'

/** Switches the theme of the demo's screens. */
export function ThemeToggle() {
  const { dark, setDark } = useDarkMode()
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={t(dark ? 'lightTheme' : 'darkTheme')}
      onClick={() => setDark(!dark)}
    />
  )
}
