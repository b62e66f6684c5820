import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { t } from './texts.ts'

/** Milliseconds between looks: less is no wait. */
const lookedAfter = 400

/** Says that a screen is being fetched, because the one before stays until then while the address is the new one. */
export function ScreenOnItsWay() {
  const { pathname: shown } = useLocation()
  const [left, setLeft] = useState<string>()
  useEffect(() => {
    const look = setInterval(() => setLeft(location.pathname === shown ? undefined : shown), lookedAfter)
    return () => clearInterval(look)
  }, [shown])
  const isLate = left === shown
  return (
    <p
      role="status"
      className={
        isLate
          ? 'pointer-events-none fixed inset-x-0 bottom-6 z-50 mx-auto w-fit rounded-full border border-line bg-paper px-5 py-2.5 text-small shadow-lift'
          : 'sr-only'
      }
    >
      {isLate ? t('onItsWay') : null}
    </p>
  )
}
