import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { showPage, startTracking } from './start-tracking.ts'

/**
 * Tells tracking which page shows, before anything on the page tells what happens there: layout effects come first.
 * Mounted once, in the root.
 */
export function PageTracking() {
  const { pathname } = useLocation()
  useLayoutEffect(startTracking, [])
  useLayoutEffect(() => showPage(pathname), [pathname])
  return null
}
