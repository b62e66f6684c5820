import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Of inputs, selects and text areas. Never below 16 px, or phones zoom into them. */
export const fieldLooks =
  'block min-h-12 w-full rounded-xl border border-edge bg-paper px-4 py-2.5 text-[1rem] text-ink transition-colors duration-150 hover:border-forest user-invalid:border-clay user-invalid:bg-clay-soft aria-invalid:border-clay aria-invalid:bg-clay-soft focus-visible:rounded-xl focus-visible:outline-offset-1'

interface FieldProps {
  /** Of the control inside. */
  id: string
  label: string
  /** Beside the label; the control names `{id}-hint` as its description. */
  hint?: string
  /** What is wrong with what was entered; the control names `{id}-error` as its description. */
  error?: string | undefined
  className?: string
  children: ReactNode
}

/** A labelled control of a form. */
export function Field({ id, label, hint, error, className, children }: FieldProps) {
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-small">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint ? (
          <span id={`${id}-hint`} className="text-mute">
            {hint}
          </span>
        ) : null}
      </div>
      {children}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-2 text-small font-semibold text-clay">
          <Icon name="warning" size={18} className="mt-0.5" />
          {error}
        </p>
      ) : null}
    </div>
  )
}
