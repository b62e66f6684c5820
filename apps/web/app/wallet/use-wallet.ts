import { startTransition, useEffect, useState } from 'react'
import { type WalletView, walletClient } from './wallet-client.ts'

/** The wallet, opened. What it tells is drawn in pieces: all at once, a card that shows for the first time would hold up frames. */
export function useWallet(): WalletView {
  const [view, setView] = useState(walletClient.view)
  useEffect(() => {
    const show = () => startTransition(() => setView(walletClient.view()))
    const unsubscribe = walletClient.subscribe(show)
    walletClient.open()
    show()
    return unsubscribe
  }, [])
  return view
}
