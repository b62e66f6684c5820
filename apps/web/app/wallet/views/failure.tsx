import { Notice } from '../../ui/notice.tsx'
import { walletFailureText } from '../texts.ts'
import type { WalletFailure } from '../worker/messages.ts'

/** Why something was not done, and the way on. */
export function Failure({ failure }: { failure: WalletFailure }) {
  return <Notice tone="danger">{walletFailureText(failure)}</Notice>
}
