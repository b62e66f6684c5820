import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** For inputs, selects and text areas. At least 16 px, or phones zoom in. */
export const fieldLooks =
  'block min-h-12 w-full rounded-xl border border-edge bg-paper px-4 py-2.5 text-[1rem] text-ink transition-colors duration-150 hover:border-forest user-invalid:border-clay user-invalid:bg-clay-soft aria-invalid:border-clay aria-invalid:bg-clay-soft focus-visible:rounded-xl focus-visible:outline-offset-1'

/** For file inputs. */
export const fileLooks =
  'block w-full cursor-pointer rounded-2xl border-[1.5px] border-dashed border-edge p-2 text-small text-ink file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-full file:border-0 file:bg-leaf-soft file:px-4.5 file:font-semibold file:text-ink hover:border-forest'

interface FieldProps {
  /** Id of the control inside. */
  id: string
  label: string
  /** Beside the label; the control references `{id}-hint` as its description. */
  hint?: string
  /** The error of the value; the control references `{id}-error` as its description. */
  error?: string | undefined
  className?: string
  children: ReactNode
}

/** A form control with its label. */
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
