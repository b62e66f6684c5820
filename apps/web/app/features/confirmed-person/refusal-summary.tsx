import { personFields } from '@lastmile/contracts/constants'
import { useEffect, useRef } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { fieldId } from './person-fields.tsx'
import type { Refusals } from './refused-fields.ts'
import { t } from './texts.ts'

/** Lists the refused fields with links to them. Takes the focus when the form shows. */
export function RefusalSummary({ refusals }: { refusals: Refusals }) {
  const ref = useRef<HTMLDivElement>(null)
  const refused = personFields.filter((field) => refusals[field] !== undefined)

  useEffect(() => ref.current?.focus(), [])

  return (
    <div ref={ref} tabIndex={-1} className="outline-none" data-testid="refusal-summary">
      <Notice tone="danger" title={t('refusedTitle', { count: Math.max(refused.length, 1) })}>
        {refused.length === 0 ? (
          t('refusedElsewhere')
        ) : (
          <>
            {t('refused')}
            <ul className="mt-2 list-disc pl-5">
              {refused.map((field) => (
                <li key={field}>
                  <a
                    href={`#${fieldId(field)}`}
                    onClick={(event) => {
                      event.preventDefault()
                      document.getElementById(fieldId(field))?.focus()
                    }}
                    className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                  >
                    {t(field)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </div>
  )
}
