import { onShortWay } from '@lastmile/contracts/site'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { comesIntoView } from '../../ui/comes-into-view.ts'
import { Notice } from '../../ui/notice.tsx'
import { t } from '../texts.ts'
import type { OpenedWallet } from '../worker/messages.ts'
import { CredentialList } from './credential-list.tsx'
import { HistoryList } from './history-list.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { asideWhereWide, WalletBody, type WalletPlace } from './layers.tsx'
import { WalletSettings } from './wallet-settings.tsx'

interface WalletHomeProps extends OpenedWallet, Pick<WalletPlace, 'link' | 'isPage'> {
  isReceiving: boolean
  /** Given while a decision or its outcome is beside it: nothing is open then. */
  onTurnTo?: (() => void) | undefined
}

/** Of the home page: one connection, one card, one proof. */
const shortWay = onShortWay('/demo/student')

const drawers = ['add', 'activity', 'settings'] as const

const isWindowWide = () => matchMedia('(width >= 900px)').matches

/** Its credentials, and all else in drawers; one of them all is open, where there is room beside the others. */
export function WalletHome({ isReceiving, link, isPage, onTurnTo, ...wallet }: WalletHomeProps) {
  const { credentials, history } = wallet.snapshot
  const [chosen, setChosen] = useState<string>()
  const [removed, setRemoved] = useState<string>()
  // A drawer that came back by itself would take the press that opens it.
  if (onTurnTo && chosen !== undefined) setChosen(undefined)
  const [first] = credentials
  const initial = link || !first ? 'add' : isPage && isWindowWide() ? first.id : ''
  // A page's wide half is never empty.
  const closed = isPage && isWindowWide() ? 'activity' : ''
  const places = ['', ...drawers, ...credentials.map(({ id }) => id)]
  const open = onTurnTo ? '' : (places.find((place) => place === chosen) ?? initial)
  const turnTo = (wanted: string) => {
    setChosen(wanted === open ? closed : wanted)
    setRemoved(undefined)
    onTurnTo?.()
  }
  const onRemoved = (name: string) => {
    setChosen(closed)
    setRemoved(name)
  }
  const rest = (
    <>
      <div className="grid grid-cols-3 gap-2">
        {drawers.map((drawer) => (
          <button
            key={drawer}
            type="button"
            aria-expanded={drawer === open}
            onClick={() => turnTo(drawer)}
            className={classNames(
              'min-h-11 cursor-pointer rounded-xl border text-small font-semibold',
              drawer === open ? 'border-forest bg-leaf-soft' : 'border-line bg-paper hover:border-forest',
            )}
          >
            {t(`drawer.${drawer}`)}
          </button>
        ))}
      </div>
      <div className={classNames(asideWhereWide, 'empty:hidden')}>
        {open === 'add' ? <InvitationForm key={link} link={link} isReceiving={isReceiving} /> : null}
        {open === 'activity' ? <HistoryList history={history} /> : null}
        {open === 'settings' ? <WalletSettings {...wallet} /> : null}
      </div>
    </>
  )
  return (
    <WalletBody>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 @min-[48rem]:w-76">
        {link ? rest : null}
        {removed === undefined ? null : (
          <div ref={comesIntoView}>
            <Notice>{t('history.removed', { name: removed })}</Notice>
          </div>
        )}
        <CredentialList credentials={credentials} openId={open} onTurnTo={turnTo} onRemoved={onRemoved} />
        {isPage && !link && !first ? (
          <Button href={shortWay} size="small" className="justify-self-start">
            {t('firstCard')}
          </Button>
        ) : null}
        {link ? null : rest}
      </div>
    </WalletBody>
  )
}
