import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx'
import { t } from '../frame-texts.ts'
import { useIsWalletOpen } from '../wallet-visibility.ts'

interface OpenWalletButtonProps {
  onPass: () => void
  variant?: ButtonVariant
  size?: ButtonSize
}

/** Passes an invitation to the wallet in this page. */
export function OpenWalletButton({ onPass, variant, size }: OpenWalletButtonProps) {
  const isOpen = useIsWalletOpen()
  return (
    <Button onClick={onPass} variant={variant} size={size} data-testid="open-web-wallet">
      {t(isOpen ? 'handOver' : 'open')}
    </Button>
  )
}
