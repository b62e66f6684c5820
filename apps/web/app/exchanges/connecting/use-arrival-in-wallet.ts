import { useEffect } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { openWallet } from '../../wallet/wallet-visibility.ts'
import { selectHasWebWallet } from './wallets-slice.ts'

/** Opens the web wallet of visitors who have chosen it, where something arrives that it has to answer. */
export function useArrivalInWallet(isThere: boolean): void {
  const isOpened = useAppSelector(selectHasWebWallet) && isThere
  useEffect(() => {
    if (isOpened) openWallet()
  }, [isOpened])
}
