import { brand } from '@lastmile/contracts/site'
import { useEffect } from 'react'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../texts.ts'
import { type PageInvitation, walletClient } from '../wallet-client.ts'
import { closeWallet } from '../wallet-visibility.ts'
import { WalletBody, WalletFoot } from './layers.tsx'

/** Asks before the wallet connects with the first place of the demo. */
export function ConnectQuestion({ invitation }: { invitation: PageInvitation }) {
  const name = invitation.partner ?? ''
  useEffect(() => announce(t('connectWith', { name })), [name])
  const refuse = () => {
    walletClient.refuse()
    closeWallet()
  }
  return (
    <article className="flex min-h-0 flex-1 flex-col" data-testid="wallet-question">
      <WalletBody>
        <h3 className="text-[1.0625rem] font-semibold wrap-anywhere">{t('connectWith', { name })}</h3>
        <p className="text-small text-mute">
          {t('connectText', { name, party: invitation.partner === brand ? 'itself' : 'other' })}
        </p>
      </WalletBody>
      <WalletFoot>
        <Button size="small" onClick={() => walletClient.agree(invitation.link)}>
          {t('addNow')}
        </Button>
        <Button size="small" variant="ghost" onClick={refuse}>
          {t('notNow')}
        </Button>
      </WalletFoot>
    </article>
  )
}
