import type { ReactNode } from 'react'
import { t } from '../texts.ts'

export interface WalletHeadProps {
  /** Buttons of the surrounding frame. */
  tools?: ReactNode
  /** Id of the heading, which names the frame. */
  titleId?: string
}

export function WalletHead({ tools, titleId, children }: WalletHeadProps & { children?: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <h2 id={titleId} className="flex-1 text-heading">
        {t('wallet')}
      </h2>
      {children}
      {tools}
    </div>
  )
}
