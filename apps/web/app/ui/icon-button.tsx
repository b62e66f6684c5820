import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  icon: IconName
  /** Its effect in words: read aloud and shown on hover. */
  label: string
}

/** A round 44 px button with an icon; its label is its accessible name. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-mute transition-colors duration-150',
        'hover:bg-sand hover:text-ink focus-visible:rounded-full',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  )
}
