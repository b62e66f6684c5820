import { reachOf } from '@lastmile/contracts/reach'
import { Notice } from '../../ui/notice.tsx'
import { t } from './texts.ts'

/** Says beforehand that a phone cannot reach the server at this address. */
export function ReachNotice({ address }: { address: string }) {
  const url = new URL(address, location.origin)
  const reach = reachOf(url)
  return reach === 'everywhere' ? null : <Notice tone="warning">{t('outOfReach', { reach, host: url.host })}</Notice>
}
