import type { ReactNode } from 'react'

interface SwitchProps {
  isOn: boolean
  isBusy?: boolean
  onToggle: () => void
  className: string
  children: ReactNode
}

/** A checkbox that is heard as a switch, beside its name. */
export function Switch({ isOn, isBusy = false, onToggle, className, children }: SwitchProps) {
  return (
    <label className={`flex min-h-11 w-fit cursor-pointer items-center gap-3 ${className}`}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own checked state
        role="switch"
        className="switch"
        checked={isOn}
        disabled={isBusy}
        onChange={onToggle}
      />
      {children}
    </label>
  )
}
