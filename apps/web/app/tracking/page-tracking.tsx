import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { showPage, startTracking } from './start-tracking.ts'

/** Tells tracking which page shows. Mounted once, in the root. */
export function PageTracking() {
  const { pathname } = useLocation()
  useEffect(startTracking, [])
  useEffect(() => showPage(pathname), [pathname])
  return null
}
