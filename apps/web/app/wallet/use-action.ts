import { useState } from 'react'
import { walletClient } from './wallet-client.ts'
import type { HolderCall, WalletFailure } from './worker/messages.ts'

/** Has the wallet do something, once at a time. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<WalletFailure>()
  const act = async (call: HolderCall) => {
    setBusy(true)
    setFailure(undefined)
    setFailure(await walletClient.call(call))
    setBusy(false)
  }
  return { isBusy, failure, act }
}
