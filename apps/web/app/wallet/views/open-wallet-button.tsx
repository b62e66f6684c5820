import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { t } from '../frame-texts.ts'
import { useIsWalletOpen } from '../wallet-visibility.ts'

/** Passes an invitation to the wallet in this page. */
export function OpenWalletButton({ onPass, variant }: { onPass: () => void; variant?: ButtonVariant }) {
  const isOpen = useIsWalletOpen()
  return (
    <Button onClick={onPass} variant={variant} data-testid="open-web-wallet">
      {t(isOpen ? 'handOver' : 'open')}
    </Button>
  )
}
