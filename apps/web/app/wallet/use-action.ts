import { useState } from 'react'
import { walletClient } from './wallet-client.ts'
import type { Answer, Call, WalletFailure } from './worker/messages.ts'

/** Milliseconds that an action waits for a network to come back, and that one which is back gets to work again. */
const patience = { away: 60_000, back: 1_000 }

/** Runs one wallet action at a time. One whose peer is out of reach waits, and runs by itself later. */
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
  const act = (call: Call) =>
    run(async () => {
      for (;;) {
        const answer = await walletClient.call(call)
        if (answer.failure !== 'unreachable' || !walletClient.isAway()) return answer
        setFailure(walletClient.isOffline() ? 'offline' : 'away')
        if (!(await walletClient.comesBack(patience.away))) return answer
        setFailure(undefined)
        await new Promise((resolve) => setTimeout(resolve, patience.back))
      }
    })
  return { isBusy, failure, act, run }
}
