import type { Snapshot } from '@lastmile/holder'
import { useEffect, useRef } from 'react'
import { announce } from '../ui/announce.ts'
import { kindName, nameOf, quoted } from './party-display.ts'
import { t } from './texts.ts'

/** Announces new items to screen readers; items present at the opening are not news. */
export function useAnnouncements({ offers, requests, credentials }: Snapshot): void {
  const known = useRef<Set<string>>(undefined)
  useEffect(() => {
    const things = [
      ...offers.map(({ id, from, kind }) => ({
        id: `${id} ${kind.name}`,
        text: t(kind.name ? 'newOffer' : 'newUnnamed', { who: nameOf(from), name: kindName(kind, from) }),
      })),
      ...requests.map(({ id, from, name }) => ({
        id,
        text: t(name ? 'newRequest' : 'newQuestion', { who: nameOf(from), name: quoted(name ?? '') }),
      })),
      ...credentials.map(({ id, kind, from }) => ({
        id: `held ${id}`,
        text: t('outcome.received', { name: kindName(kind, from) }),
      })),
    ]
    const [news] = known.current ? things.filter(({ id }) => !known.current?.has(id)) : []
    known.current = new Set(things.map(({ id }) => id))
    if (news) announce(news.text)
  }, [offers, requests, credentials])
}
