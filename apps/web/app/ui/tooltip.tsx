import { type ReactNode, useId, useState } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface TooltipProps {
  icon: IconName
  /** The icon's meaning in a word, such as 'Locked'. */
  label: string
  /** The explanation on hover, focus or tap; Escape hides it (WCAG 1.4.13). */
  children: ReactNode
}

/** An icon with an explanation. */
export function Tooltip({ icon, label, children }: TooltipProps) {
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboard and touch
    <span
      className="relative inline-grid"
      onMouseEnter={() => setShown(true)}
      onMouseLeave={() => setShown(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setShown(false)
      }}
    >
      <button
        type="button"
        aria-label={label}
        aria-describedby={id}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onClick={() => setShown(true)}
        className="grid size-11 place-items-center rounded-full text-mute hover:bg-sand focus-visible:rounded-full"
      >
        <Icon name={icon} />
      </button>
      <span
        id={id}
        role="tooltip"
        hidden={!shown}
        className="absolute right-0 bottom-full z-20 w-60 animate-rise rounded-xl bg-ink px-4 py-3 text-small text-paper shadow-lift"
      >
        {children}
      </span>
    </span>
  )
}
