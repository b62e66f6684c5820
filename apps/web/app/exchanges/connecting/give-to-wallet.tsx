import { useAppDispatch } from '../../state/app-thunk.ts'
import { OpenWalletButton } from '../../wallet/views/open-wallet-button.tsx'
import { invitationHandedOver } from './connection-slice.ts'

/** Gives the invitation to the web wallet, so that the visitor has nothing to scan. */
export function GiveToWallet({ link }: { link: string }) {
  const dispatch = useAppDispatch()
  return <OpenWalletButton link={link} onHandOver={() => dispatch(invitationHandedOver(link))} />
}
