import { useEffect, useState } from 'react'
import { t } from './texts.ts'

/** How old the list is that the museum keeps, second by second. @param readAt ISO 8601 */
export function ListAge({ readAt }: { readAt: string | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])

  if (readAt === undefined) return t('noList')
  const seconds = Math.max(0, Math.floor((now - Date.parse(readAt)) / 1_000))
  return seconds < 120 ? t('age', { seconds }) : t('ageMinutes', { minutes: Math.floor(seconds / 60) })
}
