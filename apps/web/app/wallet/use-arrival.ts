import type { Snapshot } from '@lastmile/holder'
import { useEffect, useState } from 'react'
import { useNow } from './use-now.ts'

/** Milliseconds to wait for the result of an invitation: during the handshake, and after it. */
const patience = { handshake: 6_000, afterwards: 15_000 }

/** Whether the other side of a page's invitation may offer or ask at any moment. */
export function useArrival({ connections, history }: Snapshot, isFromPage: boolean, isReceiving: boolean): boolean {
  const isSlow = useIsSlow(isReceiving)
  const [newest] = connections
  const [latest] = history
  const isNews = newest?.state === 'connected' && latest?.what === 'connected' && latest.about === newest.id
  const handshakeEnds = newest?.state === 'connecting' ? newest.since + patience.handshake : 0
  const comesBy = isNews ? latest.at + patience.afterwards : handshakeEnds
  const now = useNow(comesBy)
  return isFromPage && ((isReceiving && !isSlow) || comesBy > now)
}

function useIsSlow(isReceiving: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isReceiving) return
    const timer = setTimeout(setSlow, patience.handshake, true)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isReceiving])
  return isSlow
}
