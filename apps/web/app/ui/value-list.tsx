import { attributeLabel, type DisplayValue, displayValue } from '@lastmile/journey'
import { valueText } from '../texts/formats.ts'
import { t } from './texts.ts'

interface ValueListProps {
  /** Without a label the name serves as one. */
  values: readonly { name: string; value: string; label?: string }[]
  isInWords?: boolean
}

/** Attribute values: dates as YYYY-MM-DD or in words, pictures as pictures (docs/product.md, section 2). */
export function ValueList({ values, isInWords = false }: ValueListProps) {
  return (
    <div className="@container">
      <dl className="grid gap-x-6 gap-y-3 @min-[270px]:grid-cols-2">
        {values.map(({ name, value, label = attributeLabel(name) }, index) => {
          const shown = displayValue(name, value)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names of strangers may read alike
            <div key={index} className="min-w-0">
              <dt className="text-small text-mute">{label}</dt>
              <dd translate="no" className="font-semibold">
                <Value shown={isInWords ? { ...shown, value: valueText(name, shown) } : shown} label={label} />
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

function Value({ shown: { kind, value }, label }: { shown: DisplayValue; label: string }) {
  if (kind !== 'image') return value
  if (value === '') return <span className="font-normal text-mute">{t('pictureNotShown')}</span>
  return <img src={value} alt={label} decoding="async" className="max-h-40 rounded-lg border border-line" />
}
