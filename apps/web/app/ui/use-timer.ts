import { useEffect, useRef } from 'react'

/** Starts a timer that ends with the component; a new one takes the place of the one before. */
export function useTimer(): (milliseconds: number, onEnd: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (milliseconds, onEnd) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onEnd, milliseconds)
  }
}
