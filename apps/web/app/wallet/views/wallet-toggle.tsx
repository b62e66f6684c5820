import { IconButton } from '../../ui/icon-button.tsx'
import { t } from '../frame-texts.ts'
import { closeWallet, openWallet, useIsWalletOpen } from '../wallet-visibility.ts'

/** Opens the web wallet beside a screen of the demo, and closes it. */
export function WalletToggle() {
  const isOpen = useIsWalletOpen()
  return (
    <IconButton
      icon="wallet"
      label={t('yours')}
      aria-expanded={isOpen}
      onClick={() => (isOpen ? closeWallet() : openWallet())}
      data-testid="wallet-toggle"
    />
  )
}
