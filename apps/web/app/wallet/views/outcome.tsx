import type { HistoryEntry, Offer, ProofRequest } from '@lastmile/holder'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { kindName, nameOf } from '../party-display.ts'
import { t } from '../texts.ts'
import { historySentence } from './history-list.tsx'

/** Milliseconds in which the sentence can be read before the sheet goes by itself. */
const readingTime = 2_000

const isGood = ({ what }: HistoryEntry) => ['received', 'accepted', 'offer-declined', 'request-declined'].includes(what)

/** The latest news, where it is the end of the decision that was shown last. */
export function useOutcome(shown: Offer | ProofRequest | undefined, [latest]: readonly HistoryEntry[]) {
  const [lastId, setLastId] = useState<string>()
  if (shown && shown.id !== lastId) setLastId(shown.id)
  return !shown && latest && latest.about === lastId && latest.what !== 'shared' ? latest : undefined
}

interface OutcomeProps {
  outcome: HistoryEntry
  /** Whether nothing else waits for the visitor. */
  isLast: boolean
  /** Leads back to the page that a sheet covers. */
  onBack: (() => void) | undefined
}

/** A sheet then goes by itself, unless that is bad news or the visitor turns to it. */
export function Outcome({ outcome, isLast, onBack }: OutcomeProps) {
  const who = nameOf(outcome.with)
  const goesBack = isLast && isGood(outcome)
  const goBack = useEffectEvent(() => onBack?.())
  useEffect(() => {
    if (!goesBack) return
    const ending = new AbortController()
    const timer = setTimeout(goBack, readingTime)
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
  }, [goesBack])
  return (
    <Notice
      tone={isGood(outcome) ? 'success' : 'warning'}
      data-testid="wallet-outcome"
      action={
        onBack ? (
          <Button size="small" onClick={onBack}>
            {t('backTo', { who })}
          </Button>
        ) : null
      }
    >
      {outcome.what === 'accepted' ? t('checkedBy', { who }) : null}
      {outcome.what === 'received' ? t('newCredential', { name: kindName(outcome) }) : null}
      {outcome.what === 'accepted' || outcome.what === 'received' ? null : historySentence(outcome)}
    </Notice>
  )
}
