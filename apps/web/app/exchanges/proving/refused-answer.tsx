import type { answerRefusals } from '@lastmile/contracts/constants'
import { type ReactNode, useState } from 'react'
import { listText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { t } from './texts.ts'

export interface AfterRevoked {
  remedy: ReactNode
  /** Names of the requested credentials that are issued. */
  held: readonly string[]
  /** Names of those that are revoked, or offered anew. */
  lacking: readonly string[]
}

interface RefusedAnswerProps {
  refusal: (typeof answerRefusals)[number] | 'unlike'
  verifier: string
  afterRevoked: AfterRevoked | undefined
  /** Leads away from a verifier that refuses. */
  wayOut: ReactNode
  onTryAgain: () => void
}

/** The verifier's refusal; of a revoked credential, until a new one is there to show. */
export function RefusedAnswer({ refusal, verifier, afterRevoked, wayOut, onTryAgain }: RefusedAnswerProps) {
  const after = refusal === 'revoked' ? afterRevoked : undefined
  // A visitor who comes back with the new one finds nothing lacking.
  const [renewals] = useState(after && (after.lacking.length > 0 ? after.lacking : after.held))
  const isDue = renewals?.some((name) => !after?.held.includes(name))
  if (renewals && renewals.length > 0 && !isDue) {
    return (
      <Notice
        title={t('renewed', { credentials: listText(renewals), count: renewals.length })}
        action={
          <Button size="small" onClick={onTryAgain}>
            {t('showNew', { count: renewals.length })}
          </Button>
        }
        data-testid="card-renewed"
      >
        {t('renewedText', { verifier, count: renewals.length })}
      </Notice>
    )
  }
  return (
    <>
      <Notice
        tone="danger"
        title={t('refuses', { verifier })}
        action={
          <>
            <TryAgain variant={isDue ? 'quiet' : 'primary'} onClick={onTryAgain} />
            {wayOut}
          </>
        }
        data-testid="proof-refused"
      >
        {t(`refused.${refusal}`)}
      </Notice>
      {after?.remedy}
    </>
  )
}
