import { useEffect, useState } from 'react'

/** The time, renewed when one of the moments comes; all are in milliseconds since 1970. */
export function useNow(...moments: number[]): number {
  const [now, setNow] = useState(Date.now)
  const next = Math.min(...moments.filter((moment) => moment > now))
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => setNow(next), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
  return now
}
