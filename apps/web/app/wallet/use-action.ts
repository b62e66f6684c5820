import { useState } from 'react'
import { walletClient } from './wallet-client.ts'
import type { Answer, Call, WalletFailure } from './worker/messages.ts'

/** Runs one wallet action at a time. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<WalletFailure>()
  const run = async (work: () => Promise<Answer>): Promise<Answer> => {
    setBusy(true)
    setFailure(undefined)
    const answer = await work()
    setFailure(answer.failure)
    setBusy(false)
    return answer
  }
  const act = (call: Call) => run(() => walletClient.call(call))
  return { isBusy, failure, act, run }
}
