import { IconButton } from './icon-button.tsx'
import { t } from './texts.ts'

interface ThemeToggleProps {
  dark: boolean
  onChange: (dark: boolean) => void
}

export function ThemeToggle({ dark, onChange }: ThemeToggleProps) {
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={t(dark ? 'lightTheme' : 'darkTheme')}
      onClick={() => onChange(!dark)}
    />
  )
}
