import type { ButtonHTMLAttributes, MouseEventHandler, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { t } from './texts.ts'

export type ButtonVariant = 'primary' | 'ghost' | 'danger' | 'quiet'
export type ButtonSize = 'small' | 'medium' | 'large'

interface Looks {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  children: ReactNode
}

interface PressProps extends Looks, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Looks> {
  /** Busy: the button stays focusable, says so and ignores presses. */
  busy?: boolean
  to?: never
  href?: never
}

type Address =
  /** A page of this site. */
  | { to: string; href?: never }
  /** Any other address, such as a wallet's deep link. */
  | { href: string; to?: never }

type LinkProps = Looks &
  Address & {
    target?: '_blank'
    onClick?: MouseEventHandler<HTMLAnchorElement>
    'data-testid'?: string
  }

const variants: Record<ButtonVariant, string> = {
  primary: 'text-center bg-forest text-on-forest hover:bg-forest-strong',
  ghost: 'text-center text-ink inset-ring-[1.5px] inset-ring-edge hover:bg-sand hover:inset-ring-forest',
  danger: 'text-center bg-clay text-on-clay hover:opacity-90',
  quiet: 'text-left text-forest underline decoration-1 underline-offset-4 hover:decoration-2',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 text-small',
  medium: 'min-h-12 text-[1rem]',
  large: 'min-h-14 text-[1.0625rem]',
}

const paddings: Record<ButtonSize, string> = { small: 'px-4.5', medium: 'px-5.5', large: 'px-7' }

function looks({ variant = 'primary', size = 'medium', className }: Omit<Looks, 'children'>) {
  return classNames(
    'inline-flex cursor-pointer items-center justify-center gap-2 rounded-full py-2 font-semibold text-balance',
    'transition-[background-color,box-shadow,opacity,transform] duration-150 active:translate-y-px focus-visible:rounded-full',
    'disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-progress',
    variant === 'quiet' ? 'leading-snug' : 'leading-tight',
    // Forced colours hide backgrounds and rings, but not borders.
    variant !== 'quiet' && 'forced-colors:border-2',
    sizes[size],
    variant !== 'quiet' && paddings[size],
    variants[variant],
    className,
  )
}

/** A button, or a link styled as one when it has `to` or `href`. */
export function Button(props: PressProps | LinkProps) {
  if (props.to !== undefined || props.href !== undefined) {
    const { to, href = to, variant, size, className, children, target, ...rest } = props
    return (
      <a
        {...rest}
        href={href}
        target={target}
        rel={target ? 'noopener noreferrer' : undefined}
        className={looks({ variant, size, className })}
      >
        {children}
        {target ? <span className="sr-only">{` ${t('newTab')}`}</span> : null}
      </a>
    )
  }
  const { variant, size, className, children, busy = false, onClick, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={looks({ variant, size, className })}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
}

function Spinner() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" width="18" height="18" className="animate-spin">
      <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <path
        d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
