import { Button } from '../../ui/button.tsx'
import { t } from '../texts.ts'
import { openWallet, useIsWalletOpen } from '../wallet-visibility.ts'

/** Passes an invitation to the wallet in this page. */
export function OpenWalletButton({ link, className }: { link: string; className?: string }) {
  const isOpen = useIsWalletOpen()
  return (
    <Button className={className} onClick={() => openWallet(link)} data-testid="open-web-wallet">
      {t(isOpen ? 'handOver' : 'open')}
    </Button>
  )
}
