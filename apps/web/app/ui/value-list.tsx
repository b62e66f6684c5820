import { attributeLabel, displayValue } from '@lastmile/journey'

interface ValueListProps {
  /** Without a label the name is read as one. */
  values: readonly { name: string; value: string; label?: string }[]
}

/** Attribute values as people read them: dates as YYYY-MM-DD, pictures as pictures (docs/product.md, section 2). */
export function ValueList({ values }: ValueListProps) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {values.map(({ name, value, label = attributeLabel(name) }) => {
        const shown = displayValue(name, value)
        return (
          <div key={name} className="min-w-0">
            <dt className="text-small text-mute">{label}</dt>
            <dd className="font-semibold">
              {shown.kind === 'image' ? (
                <img src={shown.value} alt={label} className="max-h-40 rounded-lg border border-line" />
              ) : (
                shown.value
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
