import type { PersonField } from '@lastmile/contracts/constants'
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Field, fieldLooks } from '../../ui/field.tsx'
import { t } from './texts.ts'

export const fieldId = (field: PersonField) => `person-${field}`

interface PersonFieldProps {
  field: PersonField
  value: string
  /** The reason the issuer refuses to sign the value. */
  error: string | undefined
  onEnter: (value: string) => void
  className?: string
}

interface TextFieldProps extends PersonFieldProps {
  type?: 'text' | 'date'
  hint?: string
  warning?: string | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute
}

/** A line of text or a date, accepted as typed without format checks (docs/product.md, section 5). */
export function TextField(props: TextFieldProps) {
  const { field, value, error, onEnter, className, type = 'text', hint, warning, autoComplete = 'off' } = props
  const id = fieldId(field)
  return (
    <Field id={id} label={t(field)} hint={hint} error={error ?? warning} className={className}>
      <input
        id={id}
        name={field}
        type={type}
        value={value}
        onChange={(event) => onEnter(event.target.value)}
        autoComplete={autoComplete}
        spellCheck={false}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(hint && `${id}-hint`, (error ?? warning) && `${id}-error`) || undefined}
        className={fieldLooks}
      />
    </Field>
  )
}

interface ChoiceFieldProps extends PersonFieldProps {
  choices: readonly (keyof typeof labelOf)[]
}

/** A choice of two, side by side where there is room. */
export function ChoiceField({ field, value, error, onEnter, choices, className }: ChoiceFieldProps) {
  const id = fieldId(field)
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined} className={className}>
      <legend className="mb-1.5 text-small font-semibold">{t(field)}</legend>
      <div className="flex flex-wrap gap-3">
        {choices.map((choice) => (
          <label
            key={choice}
            className="flex min-h-12 flex-1 cursor-pointer items-center gap-3 whitespace-nowrap rounded-xl border border-edge px-4 py-2 transition-colors duration-150 hover:border-forest has-checked:border-forest has-checked:bg-leaf-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-forest"
          >
            <input
              type="radio"
              name={field}
              value={choice}
              checked={value === choice}
              onChange={() => onEnter(choice)}
              className="size-4.5 shrink-0 accent-forest outline-none"
            />
            {t(labelOf[choice])}
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-small font-semibold text-clay">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

const labelOf = {
  male: 'gender.male',
  female: 'gender.female',
  passport: 'documentType.passport',
  national_id: 'documentType.national_id',
} as const
