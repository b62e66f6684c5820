import type { ChangeEvent } from 'react'

interface PictureInputProps {
  label: string
  /** The label with its subject, for people who can't see the surroundings. */
  name: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** Opens the device's camera app, if any. */
  capture?: boolean
}

/** A file field for one picture, styled as a button. */
export function PictureInput({ label, name, onChange, capture = false }: PictureInputProps) {
  return (
    <label className="relative inline-flex min-h-11 cursor-pointer items-center justify-center rounded-full px-4.5 py-2 text-center text-small font-semibold leading-tight text-ink inset-ring-[1.5px] inset-ring-edge transition-[background-color,box-shadow] duration-150 hover:bg-sand hover:inset-ring-forest has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-forest forced-colors:border-2">
      <span aria-hidden="true">{label}</span>
      <input
        type="file"
        name="documentImages"
        accept="image/*"
        capture={capture ? 'environment' : undefined}
        aria-label={name}
        onChange={onChange}
        className="sr-only"
      />
    </label>
  )
}
