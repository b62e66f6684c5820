import { useSyncExternalStore } from 'react'
import { useAppDispatch, useAppSelector } from '../app-thunk.ts'
import { darkModeSet } from './preferences-slice.ts'

const darkPreferred = () => matchMedia('(prefers-color-scheme: dark)')

function subscribeToDevice(listener: () => void) {
  const query = darkPreferred()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The visitor's theme, or the device's until they choose. */
export function useDarkMode(): { dark: boolean; setDark: (dark: boolean) => void } {
  const dispatch = useAppDispatch()
  const chosen = useAppSelector((state) => state.preferences.darkMode)
  const preferred = useSyncExternalStore(subscribeToDevice, () => darkPreferred().matches)
  return { dark: chosen ?? preferred, setDark: (dark) => dispatch(darkModeSet(dark)) }
}
