import { brand } from '@lastmile/contracts/site'
import { t } from './texts.ts'

/** The mark: a dotted path that reaches its goal. */
export function LogoMark({ size = 36 }: { size?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 34 34" width={size} height={size} className="shrink-0">
      <rect width="34" height="34" rx="10" fill="#0b5d45" />
      <path
        d="M7 24.5c4.2 0 3.4-7 7.4-7s3.2 4.6 7.4 1.6"
        fill="none"
        stroke="#f0a23b"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeDasharray="0.1 4.6"
      />
      <circle cx="24.6" cy="12" r="4.2" fill="#fff" />
    </svg>
  )
}

interface LogoProps {
  /** Only the mark on narrow screens. */
  compact?: boolean
  /** The mark and the name's first words on narrow screens. */
  short?: boolean
}

/** Mark and name, linked to the home page. */
export function Logo({ compact = false, short = false }: LogoProps) {
  const first = brand.split(' ', 2).join(' ')
  return (
    <a
      href="/"
      aria-label={t('home', { brand })}
      className="inline-flex min-h-11 min-w-11 items-center gap-3 font-semibold leading-tight tracking-[-0.01em]"
    >
      <LogoMark />
      <span className={compact ? 'max-sm:hidden' : undefined}>
        {first}
        <span className={short ? 'max-sm:hidden' : undefined}>{brand.slice(first.length)}</span>
      </span>
    </a>
  )
}
