import { labPath, walletPath } from '@lastmile/contracts/site'
import { type ReactNode, Suspense, useContext, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { fetchedLater } from '../../ui/fetched-later.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NotFetched } from '../../ui/not-fetched.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { t } from '../frame-texts.ts'
import { VisitPlace } from '../visit-place.ts'
import { closeWallet, hasRoomBeside, useIsWalletOpen } from '../wallet-visibility.ts'
import { DockedPanel } from './docked-panel.tsx'
import { WalletBody } from './layers.tsx'
import { Sheet } from './sheet.tsx'
import { WalletHead, type WalletHeadProps } from './wallet-head.tsx'

const WalletPanel = fetchedLater(() => import('./wallet-panel.tsx').then((file) => file.WalletPanel), WalletNotFetched)

const titleId = 'wallet-title'

/** A screen with the opened wallet: beside it where there is room, else in front. */
export function WalletDock({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // The lab has a wallet of its own, and another one beside it would be taken for that.
  const hasOwnWallet = pathname === walletPath || pathname.startsWith(labPath)
  const isShown = useIsWalletOpen() && !hasOwnWallet
  const isWide = useSyncExternalStore(subscribeToWidth, isFrameWide)
  const { story } = useContext(VisitPlace)
  const Frame = isWide ? DockedPanel : Sheet
  const tools = <Tools isDocked={isWide} />
  return (
    <>
      <div className={isShown && isWide ? 'pr-100' : undefined}>{children}</div>
      {isShown ? (
        <Frame titleId={titleId} onClose={closeWallet}>
          {/* The question about cookies is beside the wallet, or behind it. */}
          <div className="flex h-full flex-col [--consent-space:0px]">
            {story && !isWide ? <p className="px-4 pt-3 text-small font-semibold text-forest">{story}</p> : null}
            <Suspense fallback={<Fetching tools={tools} />}>
              <WalletPanel titleId={titleId} tools={tools} onBack={isWide ? undefined : closeWallet} />
            </Suspense>
          </div>
        </Frame>
      ) : null}
    </>
  )
}

function Fetching({ tools }: { tools: ReactNode }) {
  return (
    <>
      <WalletHead titleId={titleId} tools={tools} />
      <WalletBody>
        <Waiting>{t('opening')}</Waiting>
      </WalletBody>
    </>
  )
}

function WalletNotFetched(head: WalletHeadProps) {
  return (
    <>
      <WalletHead {...head} />
      <WalletBody>
        <NotFetched title={t('failedTitle')} reload={t('tryAgain')}>
          {t('notLoaded')}
        </NotFetched>
      </WalletBody>
    </>
  )
}

/** A sheet is as large as the wallet's own page. */
function Tools({ isDocked }: { isDocked: boolean }) {
  return (
    <div className="-mr-2 flex">
      {isDocked ? (
        <a
          href={walletPath}
          aria-label={t('ownPage')}
          title={t('ownPage')}
          className="inline-grid size-11 place-items-center rounded-full text-mute hover:bg-line hover:text-ink"
        >
          <Icon name="enlarge" />
        </a>
      ) : null}
      <IconButton icon="cross" label={t('close')} onClick={closeWallet} />
    </div>
  )
}

let wasWide = false

/** Another frame builds the wallet anew: an open dialog in it keeps this one. */
function isFrameWide() {
  if (!document.querySelector('[data-testid="wallet"] dialog[open]')) wasWide = hasRoomBeside()
  return wasWide
}

function subscribeToWidth(listener: () => void) {
  const ending = new AbortController()
  // A dialog that closes gives the focus back.
  for (const type of ['resize', 'focusin']) addEventListener(type, listener, { signal: ending.signal })
  return () => ending.abort()
}
