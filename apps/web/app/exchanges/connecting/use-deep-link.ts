import { timings, webWalletId } from '@lastmile/contracts/constants'
import type { MouseEvent } from 'react'
import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { useTimer } from '../../ui/use-timer.ts'
import { deepLinkOf, mayHoldWallet } from './deep-link.ts'
import { fetchWallets } from './wallets-slice.ts'

export interface DeepLink {
  href: string
  /** Click handler: calls `onOpen`, then opens the wallet after the specified pause. */
  open: (event: MouseEvent) => void
}

/** The chosen wallet's address for an invitation; undefined on devices without wallet apps. */
export function useDeepLink(invitationUrl: string | null, onOpen?: () => void): DeepLink | undefined {
  const dispatch = useAppDispatch()
  const startTimer = useTimer()
  const { wallets, chosenWallet } = useAppSelector((state) => state.wallets)
  const chosen = wallets.find((wallet) => wallet.id === chosenWallet)
  const isMissing = chosenWallet !== null && chosenWallet !== webWalletId && wallets.length === 0

  // A reload restores the choice, but not the wallet's scheme.
  useEffect(() => {
    if (isMissing) void dispatch(fetchWallets())
  }, [isMissing, dispatch])

  if (invitationUrl === null || !mayHoldWallet(navigator)) return undefined
  const href = deepLinkOf(invitationUrl, chosen?.deepLinkScheme)
  return {
    href,
    open(event) {
      event.preventDefault()
      onOpen?.()
      startTimer(timings.deepLinkOpenDelay, () => location.assign(href))
    },
  }
}
