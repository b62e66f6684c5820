import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { fetchWallets } from './wallets-slice.ts'

/** The wallets of the content, fetched where they are needed and the page has none. */
export function useWallets(isNeeded = true) {
  const dispatch = useAppDispatch()
  const state = useAppSelector(({ wallets }) => wallets)
  const isMissing = isNeeded && state.wallets.length === 0

  useEffect(() => {
    if (isMissing) void dispatch(fetchWallets())
  }, [isMissing, dispatch])

  return state
}
