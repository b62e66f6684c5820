import type { ReactNode } from 'react'

/** Of inputs, selects and text areas. Never below 16 px, or phones zoom into them. */
export const fieldLooks =
  'block min-h-12 w-full rounded-xl border border-edge bg-paper px-4 py-2.5 text-[1rem] text-ink transition-colors duration-150 hover:border-forest user-invalid:border-clay user-invalid:bg-clay-soft focus-visible:rounded-xl focus-visible:outline-offset-1'

interface FieldProps {
  /** Of the control inside. */
  id: string
  label: string
  /** Beside the label; the control names `{id}-hint` as its description. */
  hint?: string
  className?: string
  children: ReactNode
}

/** A labelled control of a form. */
export function Field({ id, label, hint, className, children }: FieldProps) {
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
    </div>
  )
}
