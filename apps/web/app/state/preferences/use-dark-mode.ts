import { useMedia } from '../../ui/use-media.ts'
import { useAppDispatch, useAppSelector } from '../app-thunk.ts'
import { darkModeSet } from './preferences-slice.ts'

/** The visitor's theme, or the device's until they choose. */
export function useDarkMode(): { dark: boolean; setDark: (dark: boolean) => void } {
  const dispatch = useAppDispatch()
  const chosen = useAppSelector((state) => state.preferences.darkMode)
  const preferred = useMedia('(prefers-color-scheme: dark)')
  return { dark: chosen ?? preferred, setDark: (dark) => dispatch(darkModeSet(dark)) }
}
