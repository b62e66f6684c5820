import { obstacleOf } from '@lastmile/contracts/address-reach'
import { Notice } from '../../ui/notice.tsx'
import { t } from './texts.ts'

/** Says beforehand that wallets on phones cannot reach the server at this address, or do not take it. */
export function ReachNotice({ address }: { address: string }) {
  const given = new URL(address, location.origin)
  // A link of OpenID4VC names the address that its wallet fetches.
  const fetched = given.searchParams.get('credential_offer_uri') ?? given.searchParams.get('request_uri')
  const url = fetched === null ? given : new URL(fetched)
  const reach = obstacleOf(url)
  return reach === undefined ? null : <Notice tone="warning">{t('outOfReach', { reach, host: url.host })}</Notice>
}
