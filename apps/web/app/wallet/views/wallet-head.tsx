import type { ReactNode } from 'react'
import { t } from '../frame-texts.ts'

export interface WalletHeadProps {
  /** Buttons of the surrounding frame. */
  tools?: ReactNode
  /** Id of the heading, which names the frame. */
  titleId?: string
}

export function WalletHead({ tools, titleId, children }: WalletHeadProps & { children?: ReactNode }) {
  return (
    <div className="flex min-h-12 shrink-0 items-center gap-3 border-b border-line px-4">
      <h2 id={titleId} className="flex-1 text-body font-semibold">
        {t('wallet')}
      </h2>
      {children}
      {tools}
    </div>
  )
}
