import { useEffect } from 'react'
import { matchPath, useNavigate } from 'react-router'
import { screens } from './screens.ts'

/** Links between screens switch the screen; all others leave the demo normally. */
export function LinksWithin() {
  const navigate = useNavigate()

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !isPlain(event) || !leadsToScreen(link)) return
      event.preventDefault()
      void navigate(link.pathname + link.search)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])

  return null
}

/** Excludes links opened in another tab or window, and events already handled. */
function isPlain(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !isModified && !event.defaultPrevented
}

function leadsToScreen({ origin, pathname, hash, target }: HTMLAnchorElement): boolean {
  const isWithin = origin === location.origin && hash === '' && target === ''
  return isWithin && screens.some(({ path }) => matchPath(path, pathname) !== null)
}
