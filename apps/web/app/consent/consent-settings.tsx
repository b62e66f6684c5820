import { lazy, Suspense, useSyncExternalStore } from 'react'
import { consentMarks } from './consent.ts'

/** Few open it, so it is loaded for them alone; who can't load it is told about the cookies on their page. */
const SettingsDialog = lazy(() =>
  import('./settings-dialog.tsx').then(({ SettingsDialog }) => ({ default: SettingsDialog }), leadToPage),
)

function leadToPage() {
  close()
  location.assign('/cookies#your-choices')
  return { default: () => null }
}

function subscribe(listener: () => void) {
  addEventListener(consentMarks.settingsToggled, listener)
  return () => removeEventListener(consentMarks.settingsToggled, listener)
}

const isWanted = () => document.documentElement.hasAttribute(consentMarks.settingsWanted)

function close() {
  document.documentElement.removeAttribute(consentMarks.settingsWanted)
  dispatchEvent(new Event(consentMarks.settingsToggled))
}

/** The choices one by one, opened by any `CookieSettingsLink`, also by one that was pressed before this was there. */
export function ConsentSettings() {
  const isOpen = useSyncExternalStore(subscribe, isWanted, () => false)
  return isOpen ? (
    <Suspense fallback={null}>
      <SettingsDialog onClose={close} />
    </Suspense>
  ) : null
}
