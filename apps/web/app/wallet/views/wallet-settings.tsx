import { useEffect, useState } from 'react'
import { comesIntoView } from '../../ui/comes-into-view.ts'
import { Notice } from '../../ui/notice.tsx'
import { canLock } from '../passkey.ts'
import { t } from '../texts.ts'
import { walletClient } from '../wallet-client.ts'
import type { OpenedWallet } from '../worker/messages.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { OpenFileDialog } from './open-file-dialog.tsx'
import { SaveFileDialog } from './save-file-dialog.tsx'
import { SettingRow } from './setting-row.tsx'

/** Actions on the whole wallet. */
export function WalletSettings({ snapshot: { credentials, history }, isKept, isLocked }: OpenedWallet) {
  const [shown, setShown] = useState<'save' | 'open' | 'lock' | 'erase'>()
  const [done, setDone] = useState<string>()
  const hasPasskeys = useHasPasskeys()
  const show = (wanted: typeof shown) => {
    setDone(undefined)
    setShown(wanted)
  }
  const dialog = {
    onClose: () => setShown(undefined),
    onDone: (news: string) => {
      setShown(undefined)
      setDone(news)
    },
  }
  return (
    <section aria-labelledby="wallet-settings">
      <h3 id="wallet-settings" className="text-[1.1875rem] leading-snug">
        {t('settings')}
      </h3>
      <ul className="mt-3 divide-y divide-line rounded-2xl border border-line bg-paper">
        <SettingRow icon="download" title={t('saveFile')} text={t('saveFileText')} onPress={() => show('save')} />
        <SettingRow icon="upload" title={t('openFile')} text={t('openFileText')} onPress={() => show('open')} />
        {isLocked ? (
          <SettingRow
            icon="lock"
            title={t('lockAgain')}
            text={t('lockAgainText')}
            onPress={() => void walletClient.call({ action: 'lockAgain', args: [] })}
          />
        ) : null}
        {isLocked || (isKept && hasPasskeys) ? (
          <SettingRow
            icon={isLocked ? 'cross' : 'lock'}
            title={t(isLocked ? 'removeLock' : 'lock')}
            text={t(isLocked ? 'removeLockText' : 'lockText')}
            onPress={() => show('lock')}
          />
        ) : null}
        <SettingRow icon="trash" isFinal title={t('erase')} text={t('eraseMeans')} onPress={() => show('erase')} />
      </ul>
      {done ? (
        <div ref={comesIntoView}>
          <Notice tone="success" className="mt-3">
            {done}
          </Notice>
        </div>
      ) : null}
      {shown === 'save' ? <SaveFileDialog {...dialog} /> : null}
      {shown === 'open' ? (
        <OpenFileDialog
          replaces={history.length === 0 ? undefined : t('replaces', { count: credentials.length })}
          {...dialog}
        />
      ) : null}
      {shown === 'lock' ? <LockDialog isLocked={isLocked} {...dialog} /> : null}
      {shown === 'erase' ? <EraseDialog {...dialog} /> : null}
    </section>
  )
}

function useHasPasskeys(): boolean {
  const [hasPasskeys, setHasPasskeys] = useState(false)
  useEffect(() => {
    void canLock().then(setHasPasskeys)
  }, [])
  return hasPasskeys
}
