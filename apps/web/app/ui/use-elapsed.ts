import { useEffect, useState } from 'react'

/** Whether `milliseconds` have passed since the component appeared. */
export function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])

  return elapsed
}
