import { useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppDispatch } from '../../state/app-thunk.ts'
import { protocolChosen } from '../../state/demo-actions.ts'
import { darkModeSet, operatorOptionsSet } from '../../state/preferences/preferences-slice.ts'
import { readPresenterLink } from './presenter-link.ts'

/** Applies a presenter link's presets and removes them from the address before other code on the page reads either. */
export function PresenterLinkArrival() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()

  useLayoutEffect(() => {
    const link = readPresenterLink(pathname, search)
    if (!link) return
    const { dark, protocol, ...options } = link.presets
    if (dark !== undefined) dispatch(darkModeSet(dark))
    dispatch(operatorOptionsSet(options))
    if (protocol !== undefined) dispatch(protocolChosen(protocol))
    void navigate({ pathname, search: link.rest, hash }, { replace: true, preventScrollReset: true })
  }, [pathname, search, hash, dispatch, navigate])

  return null
}
