import { walletPath } from '@lastmile/contracts/site'
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { t } from '../texts.ts'
import { closeWallet, hasRoomBeside, roomBeside, useIsWalletOpen } from '../wallet-door.ts'
import { DockedPanel } from './docked-panel.tsx'
import { Failure } from './failure.tsx'
import { Sheet } from './sheet.tsx'
import type { WalletPanel as Panel } from './wallet-panel.tsx'

const WalletPanel = lazy<ComponentType<ComponentProps<typeof Panel>>>(() =>
  import('./wallet-panel.tsx').then(
    ({ WalletPanel }) => ({ default: WalletPanel }),
    () => ({ default: () => <Failure failure="not-loaded" /> }),
  ),
)

const titleId = 'wallet-title'

/** A screen with the opened wallet: beside it where there is room, else in front. */
export function WalletDock({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const isShown = useIsWalletOpen() && pathname !== walletPath
  const isWide = useSyncExternalStore(subscribeToWidth, hasRoomBeside)
  const Frame = isWide ? DockedPanel : Sheet
  return (
    <>
      <div className={isShown && isWide ? 'pr-100' : undefined}>{children}</div>
      {isShown ? (
        <Frame titleId={titleId} onClose={closeWallet}>
          <Suspense fallback={<Waiting>{t('opening')}</Waiting>}>
            <WalletPanel titleId={titleId} tools={<Tools />} />
          </Suspense>
        </Frame>
      ) : null}
    </>
  )
}

function Tools() {
  return (
    <div className="-mr-2 flex">
      <a
        href="/wallet"
        aria-label={t('ownPage')}
        title={t('ownPage')}
        className="inline-grid size-11 place-items-center rounded-full text-mute hover:bg-line hover:text-ink"
      >
        <Icon name="enlarge" />
      </a>
      <IconButton icon="cross" label={t('close')} onClick={closeWallet} />
    </div>
  )
}

function subscribeToWidth(listener: () => void) {
  const query = matchMedia(roomBeside)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
