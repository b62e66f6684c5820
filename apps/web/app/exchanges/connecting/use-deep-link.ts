import { timings } from '@lastmile/contracts/constants'
import type { MouseEvent } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useTimer } from '../../ui/use-timer.ts'
import { deepLinkOf, mayHoldWallet } from './deep-link.ts'
import { useWallets } from './use-wallets.ts'
import { selectHasWalletApp } from './wallets-slice.ts'

export interface DeepLink {
  href: string
  /** Click handler: calls `onOpen`, then opens the wallet after the specified pause. */
  open: (event: MouseEvent) => void
}

/** The chosen wallet's address for an invitation; undefined on devices without wallet apps. */
export function useDeepLink(invitationUrl: string | null, onOpen?: () => void): DeepLink | undefined {
  const startTimer = useTimer()
  // A reload restores the choice, but not the wallet's scheme.
  const { wallets, chosenWallet } = useWallets(useAppSelector(selectHasWalletApp))
  const chosen = wallets.find((wallet) => wallet.id === chosenWallet)

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
