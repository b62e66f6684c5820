import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { unlockWithPasskey } from '../passkey.ts'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import type { WalletState } from '../worker/messages.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { Failure } from './failure.tsx'
import { OpenFileDialog } from './open-file-dialog.tsx'

type Lock = Extract<WalletState, { status: 'locked' }>['lock']

/** A wallet waiting for its passkey, with help for a lost one. */
export function LockedWallet({ lock }: { lock: Lock }) {
  const [shown, setShown] = useState<'open' | 'erase'>()
  const { isBusy, failure, run } = useAction()
  const close = () => setShown(undefined)
  return (
    <div className="grid gap-5 rounded-panel border border-line bg-paper p-5">
      <Icon name="lock" size={32} className="text-forest" />
      <div>
        <h3 className="text-heading">{t('isLocked')}</h3>
        <p className="mt-1 text-small text-mute">{t('isLockedText')}</p>
      </div>
      {failure ? <Failure failure={failure} /> : null}
      <p>
        <Button busy={isBusy} onClick={() => run(() => unlockWithPasskey(lock))}>
          {t('unlock')}
        </Button>
      </p>
      <details className="border-t border-line pt-2 text-small">
        <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-forest">
          {t('passkeyGone')}
          <Icon name="down" size={16} />
        </summary>
        <p className="text-mute">{t('passkeyGoneText')}</p>
        <p className="mt-3 flex flex-wrap gap-3">
          <Button size="small" variant="ghost" onClick={() => setShown('open')}>
            {t('openFile')}
          </Button>
          <Button size="small" variant="ghost" onClick={() => setShown('erase')}>
            {t('startOver')}
          </Button>
        </p>
      </details>
      {shown === 'open' ? <OpenFileDialog replaces={t('replacesAll')} onClose={close} onDone={close} /> : null}
      {shown === 'erase' ? <EraseDialog onClose={close} onDone={close} /> : null}
    </div>
  )
}
