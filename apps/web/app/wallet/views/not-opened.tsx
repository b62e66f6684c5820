import { Component, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { t as tOfFrame } from '../frame-texts.ts'
import { has, t, walletFailureText } from '../texts.ts'
import { walletClient } from '../wallet-client.ts'
import type { WalletFailure } from '../worker/messages.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { WalletBody } from './layers.tsx'
import { OpenFileDialog } from './open-file-dialog.tsx'
import { SaveFileDialog } from './save-file-dialog.tsx'

/** Failures that leave nothing to lose. */
const nothingLeft: WalletFailure[] = ['deleted-storage', 'unreadable-storage']

interface NotOpenedProps {
  failure: WalletFailure
  /** For a wallet that runs but can't be rendered. */
  onChanged?: () => void
}

/** The reason that no wallet shows, and every remedy. */
export function NotOpened({ failure, onChanged }: NotOpenedProps) {
  const [shown, setShown] = useState<'save' | 'open' | 'erase'>()
  const close = () => setShown(undefined)
  const dialog = { onClose: close, onDone: onChanged ?? close }
  const title = `title.${failure}`
  const isLost = nothingLeft.includes(failure)
  return (
    <>
      <Notice
        tone="danger"
        title={has(title) ? t(title) : tOfFrame('failedTitle')}
        action={
          failure === 'not-secure' ? null : (
            <>
              {isLost ? null : (
                <Button size="small" onClick={walletClient.reopen}>
                  {tOfFrame('tryAgain')}
                </Button>
              )}
              {onChanged ? (
                <Button size="small" variant="ghost" onClick={() => setShown('save')}>
                  {t('saveFile')}
                </Button>
              ) : null}
              {/* Without its code the wallet may be sound, and another one would not open either. */}
              {failure === 'not-loaded' ? null : (
                <>
                  <Button size="small" variant="ghost" onClick={() => setShown('open')}>
                    {t('openFile')}
                  </Button>
                  <Button
                    size="small"
                    variant={failure === 'deleted-storage' ? 'primary' : 'danger'}
                    onClick={isLost ? walletClient.erase : () => setShown('erase')}
                  >
                    {t(failure === 'deleted-storage' ? 'beginAnew' : 'startOver')}
                  </Button>
                </>
              )}
            </>
          )
        }
      >
        {walletFailureText(failure)}
      </Notice>
      {shown === 'save' ? <SaveFileDialog {...dialog} /> : null}
      {shown === 'open' ? <OpenFileDialog replaces={isLost ? undefined : t('replacesAll')} {...dialog} /> : null}
      {shown === 'erase' ? <EraseDialog {...dialog} /> : null}
    </>
  )
}

/** Renders the wallet, or the remedies when one of its records breaks rendering. */
export class ShownWallet extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <WalletBody>
        <NotOpened failure="not-shown" onChanged={() => this.setState({ isBroken: false })} />
      </WalletBody>
    )
  }
}
