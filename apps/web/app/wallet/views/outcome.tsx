import type { HistoryEntry } from '@lastmile/holder'
import { parseUrl } from '@lastmile/holder/parse-url'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice, type NoticeTone } from '../../ui/notice.tsx'
import { useElapsed } from '../../ui/use-elapsed.ts'
import { kindName, nameOf } from '../party-display.ts'
import { has, t } from '../texts.ts'
import { VisitPlace } from '../visit-place.ts'
import { historySentence } from './history-list.tsx'

/** Milliseconds in which the sentence can be read before the sheet or the sentence goes by itself. */
const readingTime = (what: HistoryEntry['what']) => (what === 'not-accepted' || what === 'offer-failed' ? 4_000 : 2_000)

const tones: Partial<Record<HistoryEntry['what'], NoticeTone>> = {
  received: 'success',
  accepted: 'success',
  shared: 'info',
  'offer-declined': 'info',
  'request-declined': 'info',
}

interface OutcomeProps {
  outcome: HistoryEntry
  /** Whether nothing else waits for the visitor. */
  isLast: boolean
  /** Whether another decision follows. */
  hasNext: boolean
  onRead: () => void
  /** On a page of its own. */
  isPage: boolean
  /** Leads back to the page that a sheet covers. */
  onBack: (() => void) | undefined
  /** The page of the site that was answered, where it is another one. */
  returnTo: string | undefined
}

/** A sheet then goes by itself, unless that is bad news or the visitor turns to it. */
export function Outcome({ outcome, isLast, hasNext, onRead, isPage, onBack, returnTo }: OutcomeProps) {
  const { step, path, page } = useContext(VisitPlace)
  const [stepAtFirst] = useState(step)
  const isOfSite = outcome.with.host === location.host
  // By OpenID4VC a wallet is not told; this site's page knows.
  const verdict = outcome.what === 'shared' && isOfSite && page?.verifier === outcome.with.label && page.verdict
  const what = verdict || outcome.what
  const ended = `outcome.${what}`
  const backPath = isPage && isOfSite ? path : undefined
  const time = readingTime(what)
  const isRead = useElapsed(time)
  const end = useEffectEvent(onRead)
  const isOver = isRead && returnTo === undefined && (hasNext || step !== stepAtFirst)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  // The page says why, where it is the site's own.
  const goesBack = isLast && returnTo === undefined && (isOfSite || tones[what] !== undefined)
  const goBack = useEffectEvent(() => onBack?.())
  useEffect(() => {
    if (!goesBack) return
    const ending = new AbortController()
    const timer = setTimeout(goBack, time)
    const stay = ({ type, target }: Event) => {
      // Focus that the wallet itself moves goes to places that are no controls.
      if (type !== 'focusin' || (target instanceof HTMLElement && target.tabIndex >= 0)) clearTimeout(timer)
    }
    for (const type of ['pointerdown', 'wheel', 'keydown', 'focusin']) {
      addEventListener(type, stay, { signal: ending.signal })
    }
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [goesBack, time])
  return (
    <Notice
      tone={outcome.why === 'given-up' ? 'info' : (tones[what] ?? 'warning')}
      data-testid="wallet-outcome"
      action={
        returnTo !== undefined ? (
          <Button size="small" href={returnTo}>
            {t('returnTo', { host: parseUrl(returnTo)?.host ?? '' })}
          </Button>
        ) : isLast && (onBack || backPath) ? (
          <Button size="small" variant="ghost" {...(backPath ? { to: backPath } : { onClick: onBack })}>
            {t('back')}
          </Button>
        ) : null
      }
    >
      {has(ended)
        ? t(ended, { who: nameOf(outcome.with), name: kindName(outcome, outcome.with) })
        : historySentence({ ...outcome, what })}
      {what === 'not-accepted' && isOfSite ? ` ${t('pageSaysWhy')}` : null}
    </Notice>
  )
}
