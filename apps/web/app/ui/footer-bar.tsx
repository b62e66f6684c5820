import { brand, contactAddress, firstYear } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { t } from './texts.ts'

/** The foot of every page; `children` are the page's own links. */
export function FooterBar({ children }: { children?: ReactNode }) {
  return (
    <div className="wrap flex flex-col items-start flex-wrap gap-x-8 gap-y-1 py-6 text-small text-mute sm:flex-row sm:items-center lg:justify-between">
      <p>{t('copyright', { year: firstYear, owner: brand })}</p>
      <p>{t('openStandards')}</p>
      {children}
      <a
        href={`mailto:${contactAddress}`}
        className="inline-flex min-h-11 items-center text-forest underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {contactAddress}
      </a>
    </div>
  )
}
