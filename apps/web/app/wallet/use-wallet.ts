import { useEffect, useSyncExternalStore } from 'react'
import { type WalletView, walletClient } from './wallet-client.ts'

/** The wallet, opened. */
export function useWallet(): WalletView {
  useEffect(walletClient.open, [])
  return useSyncExternalStore(walletClient.subscribe, walletClient.view)
}
