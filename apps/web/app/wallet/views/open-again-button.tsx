import { useEffect, useState } from 'react'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { t } from '../frame-texts.ts'
import { hasWallet } from '../wallet-traces.ts'
import { openWallet, useIsWalletOpen } from '../wallet-visibility.ts'

/** On a page that waits for the wallet: reopens it for visitors who have one in this browser and closed it. */
export function OpenAgainButton({ variant = 'ghost' }: { variant?: ButtonVariant }) {
  const isOpen = useIsWalletOpen()
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!isOpen) void hasWallet().then(setHere)
  }, [isOpen])
  if (isOpen || !isHere) return null
  return (
    <Button size="small" variant={variant} onClick={() => openWallet()}>
      {t('open')}
    </Button>
  )
}
