import { startTransition, useEffect, useState } from 'react'
import { type WalletView, walletClient } from './wallet-client.ts'

/** Opens the wallet. State updates render in slices: mounting every card at once would drop frames. */
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
