import { type confirmedPersonPath, demoClearedId } from '@lastmile/contracts/site'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppDispatch } from '../state/app-thunk.ts'
import { endVisit } from './end-visit.ts'

export type RestartPage = '/' | '/demo' | typeof confirmedPersonPath

const RestartContext = createContext<(page: RestartPage) => void>(() => {})

/** Opens a page and resets the demo. */
export const useRestart = () => useContext(RestartContext)

/**
 * Wraps all pages of the demo. The reset waits until the requesting page has unmounted; otherwise that page, or the
 * next one while it mounts, would redirect the visitor or begin the next visit.
 */
export function RestartProvider({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [target, setTarget] = useState<RestartPage>()

  useEffect(() => {
    if (target === undefined) return
    void dispatch(endVisit())
    if (target !== '/') {
      void navigate(target)
      return
    }
    // The home page lies outside the demo: the reset is stored before it loads.
    location.assign(`/#${demoClearedId}`)
    const comeBack = () => setTarget(undefined)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [target, dispatch, navigate])

  useEffect(() => {
    if (target === pathname) setTarget(undefined)
  }, [target, pathname])

  const restart = (page: RestartPage) => {
    if (page === pathname) void dispatch(endVisit())
    else setTarget(page)
  }
  return <RestartContext value={restart}>{target === undefined ? children : null}</RestartContext>
}
