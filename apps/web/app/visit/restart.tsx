import type { confirmedPersonPath } from '@lastmile/contracts/site'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppDispatch } from '../state/app-thunk.ts'
import { demoReset } from '../state/demo-actions.ts'

export type RestartPage = '/' | '/demo' | typeof confirmedPersonPath

const RestartContext = createContext<(page: RestartPage) => void>(() => {})

/** Goes to a page and resets the demo. */
export const useRestart = () => useContext(RestartContext)

/**
 * Around all pages of the demo. The reset waits until the page that asked for it is gone: seen by that page, it would
 * send the visitor elsewhere or begin the next visit.
 */
export function RestartProvider({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const target = useRef<RestartPage>(undefined)
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    if (target.current !== pathname) return
    target.current = undefined
    dispatch(demoReset())
  }, [pathname, dispatch])

  // The home page stands outside the demo: nothing of it is there any more when the reset is made and kept.
  useEffect(() => {
    if (!isLeaving) return
    dispatch(demoReset())
    location.assign('/')
    const comeBack = () => setLeaving(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [isLeaving, dispatch])

  const restart = (page: RestartPage) => {
    if (page === pathname) {
      dispatch(demoReset())
      return
    }
    if (page === '/') {
      setLeaving(true)
      return
    }
    target.current = page
    void navigate(page)
  }
  return <RestartContext value={restart}>{isLeaving ? null : children}</RestartContext>
}
