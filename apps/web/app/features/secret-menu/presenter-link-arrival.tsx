import { useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppDispatch } from '../../state/app-thunk.ts'
import { darkModeSet, operatorOptionsSet } from '../../state/preferences/preferences-slice.ts'
import { readPresenterLink } from './presenter-link.ts'

/** Sets what a presenter's link says and takes it out of the address, before anything else on the page looks at either. */
export function PresenterLinkArrival() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()

  useLayoutEffect(() => {
    const link = readPresenterLink(pathname, search)
    if (!link) return
    const { dark, ...options } = link.presets
    if (dark !== undefined) dispatch(darkModeSet(dark))
    dispatch(operatorOptionsSet(options))
    void navigate({ pathname, search: link.rest, hash }, { replace: true, preventScrollReset: true })
  }, [pathname, search, hash, dispatch, navigate])

  return null
}
