import { IconButton } from './icon-button.tsx'

interface ThemeToggleProps {
  dark: boolean
  onChange: (dark: boolean) => void
}

export function ThemeToggle({ dark, onChange }: ThemeToggleProps) {
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? 'Switch to the light theme' : 'Switch to the dark theme'}
      onClick={() => onChange(!dark)}
    />
  )
}
