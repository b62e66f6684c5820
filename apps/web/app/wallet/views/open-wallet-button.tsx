import { Button } from '../../ui/button.tsx'
import { t } from '../texts.ts'
import { openWallet, useIsWalletOpen } from '../wallet-visibility.ts'

interface OpenWalletButtonProps {
  link: string
  onHandOver: () => void
}

/** Passes an invitation to the wallet in this page. */
export function OpenWalletButton({ link, onHandOver }: OpenWalletButtonProps) {
  const isOpen = useIsWalletOpen()
  return (
    <Button
      onClick={() => {
        onHandOver()
        openWallet(link)
      }}
      data-testid="open-web-wallet"
    >
      {t(isOpen ? 'handOver' : 'open')}
    </Button>
  )
}
