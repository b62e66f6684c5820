import { ValueList } from '../../exchanges/proving/value-list.tsx'
import { t } from './texts.ts'

/** All that goes into the credential, to compare with what the wallet shows. */
export function SignedLines({ values }: { values: Readonly<Record<string, string>> }) {
  return (
    <details className="rounded-2xl border border-line">
      <summary className="flex min-h-12 cursor-pointer items-center px-5 py-2 text-small font-semibold text-forest underline-offset-4 hover:underline">
        {t('accept.lines')}
      </summary>
      <div className="border-t border-line p-5">
        <ValueList values={Object.entries(values).map(([name, value]) => ({ name, value }))} />
      </div>
    </details>
  )
}
