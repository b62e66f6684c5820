import { comesIntoView } from '../../ui/comes-into-view.ts'
import { Notice } from '../../ui/notice.tsx'
import { walletFailureText } from '../texts.ts'
import type { WalletFailure } from '../worker/messages.ts'

/** The failure and its remedy, in view: the pressed button may be far from it. A second one comes into view too. */
export function Failure({ failure }: { failure: WalletFailure }) {
  return (
    <div key={failure} ref={comesIntoView}>
      <Notice tone="danger">{walletFailureText(failure)}</Notice>
    </div>
  )
}
