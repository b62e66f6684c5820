import { Notice } from '../../ui/notice.tsx'
import { walletFailureText } from '../texts.ts'
import type { WalletFailure } from '../worker/messages.ts'

/** The failure and its remedy. */
export function Failure({ failure }: { failure: WalletFailure }) {
  return <Notice tone="danger">{walletFailureText(failure)}</Notice>
}
