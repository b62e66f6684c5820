import { webWalletId } from '@lastmile/contracts/constants'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { isShortWay } from '../../site/short-way.ts'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { OpenWalletButton } from '../../wallet/views/open-wallet-button.tsx'
import { type PageInvitation, walletClient } from '../../wallet/wallet-client.ts'
import { handOver, openWallet, useIsWalletOpen } from '../../wallet/wallet-visibility.ts'
import { invitationHandedOver } from './connection-slice.ts'
import { t } from './texts.ts'
import { selectHasWalletApp, selectHasWebWallet, walletChosen } from './wallets-slice.ts'

/** Gives the invitation to the web wallet: at a press, and at once for visitors who have chosen that wallet. */
export function GiveToWallet({ link, partner }: PageInvitation) {
  const dispatch = useAppDispatch()
  const isChosen = useAppSelector(selectHasWebWallet)
  const hasWalletApp = useAppSelector(selectHasWalletApp)
  const isOpen = useIsWalletOpen()
  const asks = useSyncExternalStore(walletClient.subscribe, () => asksAbout(link))
  const isRefused = useSyncExternalStore(walletClient.subscribe, refuses)
  /** The wallet connects as agreed, without having to be seen. */
  const [isQuiet, setQuiet] = useState(false)

  // Before the page is painted: a button that goes at once would ask for a press in vain.
  useLayoutEffect(() => {
    if (!isChosen) return
    dispatch(invitationHandedOver(link))
    const how = handOver({ link, partner, ...(isShortWay() && { isAgreed: true }) })
    if (how !== 'before') setQuiet(how === 'quietly')
    return () => walletClient.takeBack(link)
  }, [isChosen, link, partner, dispatch])

  // It may have been refused before.
  useEffect(() => {
    if (isChosen && isOpen) walletClient.handOver({ link, partner })
  }, [isChosen, isOpen, link, partner])

  const give = () => {
    dispatch(walletChosen(webWalletId))
    dispatch(invitationHandedOver(link))
    openWallet(link)
  }
  // Of an offer or a request it stands beside a wait, as the button that opens the wallet again.
  const size = partner === undefined ? 'small' : 'medium'
  if (!isChosen || !(isOpen || (isQuiet && !isRefused)))
    return <OpenWalletButton onPass={give} variant={hasWalletApp ? 'ghost' : 'primary'} size={size} />
  // Of a request the page says itself what to do in the wallet.
  return partner === undefined ? null : <p>{t('given', { asks: asks ? 'yes' : 'no' })}</p>
}

const refuses = (): boolean => walletClient.view().receiving?.failure !== undefined

function asksAbout(link: string): boolean {
  const { wallet, asking } = walletClient.view()
  return wallet.status === 'open' && asking?.link === link
}
