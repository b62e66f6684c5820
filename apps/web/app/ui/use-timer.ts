import { useEffect, useRef } from 'react'

/** Starts a timer, replacing the previous one; unmounting cancels it. */
export function useTimer(): (milliseconds: number, onEnd: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (milliseconds, onEnd) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onEnd, milliseconds)
  }
}
