import { useEffect, useRef } from 'react'
import { announce } from '../../ui/announce.ts'
import { Waiting } from '../../ui/waiting.tsx'
import type { QueuePosition } from './queue-slice.ts'
import { t } from './texts.ts'

/** The visitor's queue position. It changes every few seconds; screen readers hear the first and each halving. */
export function QueuePositionNotice({ place, seconds }: QueuePosition) {
  const text = t('place', { place, time: timeText(seconds) })
  const said = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (place > said.current / 2) return
    said.current = place
    announce(text)
  }, [place, text])
  return <Waiting isSilent>{text}</Waiting>
}

/** Rounded up: the estimate is not exact to the second. */
function timeText(seconds: number): string {
  if (seconds > 90) return t('minutes', { count: Math.ceil(seconds / 60) })
  return t('seconds', { count: seconds > 10 ? Math.ceil(seconds / 5) * 5 : Math.max(1, seconds) })
}
