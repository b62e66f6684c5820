import { useEffect } from 'react'
import { listText } from '../../texts/formats.ts'
import { announce } from '../../ui/announcer.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type CredentialOffer, CredentialOffers } from './credential-offers.tsx'
import { IssuanceProgress, type IssuanceProgressProps } from './issuance-progress.tsx'
import { t } from './texts.ts'

interface IssuanceProps extends IssuanceProgressProps {
  issuer?: string
}

/** Credentials on their way into the wallet: the cards, what becomes of each, and the way on when one does not arrive. */
export function Issuance({ issuer, ...progress }: IssuanceProps) {
  const { offers } = progress
  useAnnouncements(offers)
  return (
    <div className="@container">
      <div
        className={classNames(
          'grid gap-6',
          offers.length === 1 && 'items-center gap-x-10 @min-[46rem]:grid-cols-[26rem_1fr]',
        )}
      >
        <CredentialOffers issuer={issuer} offers={offers} />
        <IssuanceProgress {...progress} />
      </div>
    </div>
  )
}

/** Tells screen readers of each credential that has arrived. */
function useAnnouncements(offers: readonly CredentialOffer[]) {
  const arrived = listText(offers.filter((offer) => offer.state === 'issued').map((offer) => offer.name))
  useEffect(() => {
    if (arrived !== '') announce(t('issued', { credentials: arrived }))
  }, [arrived])
}
