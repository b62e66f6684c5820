import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router'
import { PresenterLinkArrival } from '../features/secret-menu/presenter-link-arrival.tsx'
import { SecretMenu } from '../features/secret-menu/secret-menu.tsx'
import { EndedElsewhereDialog } from '../features/visit-gate/ended-elsewhere-dialog.tsx'
import { ServerResetDialog } from '../features/visit-gate/server-reset-dialog.tsx'
import { screenTitle } from '../metadata/screen-title.ts'
import { useAppSelector } from '../state/app-thunk.ts'
import { useDarkMode } from '../state/preferences/use-dark-mode.ts'
import { getAppStore } from '../store/app-store.ts'
import { showPage } from '../tracking/start-tracking.ts'
import { applyTheme } from '../ui/theme.ts'
import { AskBeforeLeaving } from '../visit/ask-before-leaving.tsx'
import { contentWords } from '../visit/content-words.ts'
import { useWayToCredential } from '../visit/onboarding/use-way-to-credential.ts'
import { NotKeptNotice } from '../visit/persistence/not-kept-notice.tsx'
import { RestartProvider } from '../visit/restart.tsx'
import { useVisitPlace } from '../visit/use-visit-place.ts'
import { knowWords } from '../wallet/known-words.ts'
import { WalletDock } from '../wallet/views/wallet-dock.tsx'
import { VisitPlace } from '../wallet/visit-place.ts'
import { WayToCredential } from '../wallet/way-to-credential.ts'
import { LinksWithin } from './links-within.tsx'
import { Opening } from './opening.tsx'
import { ScreenErrors } from './screen-errors.tsx'
import { ScreenOnItsWay } from './screen-on-its-way.tsx'
import { type Screen, screens } from './screens.ts'

const files = import.meta.glob<{ default: ComponentType }>('./screens/*.tsx')

const routes = screens.map((screen) => ({ ...screen, Content: lazy(loaderOf(screen)) }))

function loaderOf({ file }: Screen) {
  const load = files[`./screens/${file}`]
  if (!load) throw new Error(`There is no screen ${file}`)
  return load
}

/** The demo's screens, their shared frame, and the error view. */
export function DemoApp() {
  return (
    <ScreenErrors>
      <BrowserRouter>
        <Provider store={getAppStore()}>
          <Theme />
          <PresenterLinkArrival />
          <LinksWithin />
          <ScreenOnItsWay />
          <RestartProvider>
            <WalletBeside>
              <NotKeptNotice />
              <Suspense fallback={<Opening />}>
                <Routes>
                  {routes.map(({ path, name, Content }) => (
                    <Route
                      key={path}
                      path={path}
                      element={
                        <>
                          <Content />
                          <ScreenShown name={name} />
                        </>
                      }
                    />
                  ))}
                </Routes>
              </Suspense>
            </WalletBeside>
            <AskBeforeLeaving />
            <SecretMenu />
            <EndedElsewhereDialog />
            <ServerResetDialog />
          </RestartProvider>
        </Provider>
      </BrowserRouter>
    </ScreenErrors>
  )
}

/** Sets the title and reports the screen to tracking. A layout effect: it runs before the screen's own events. */
function ScreenShown({ name }: { name: string }) {
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    document.title = screenTitle(name)
  }, [name])
  useLayoutEffect(() => showPage(pathname), [pathname])
  return null
}

/** The wallet knows three things of the demo: the way to an issuing page, where the visit stands, and its names. */
function WalletBeside({ children }: { children: ReactNode }) {
  const characters = useAppSelector((state) => state.characters.characters)
  useEffect(() => knowWords(contentWords(characters)), [characters])
  return (
    <WayToCredential value={useWayToCredential()}>
      <VisitPlace value={useVisitPlace()}>
        <WalletDock>{children}</WalletDock>
      </VisitPlace>
    </WayToCredential>
  )
}

function Theme() {
  const { dark } = useDarkMode()
  useEffect(() => applyTheme(dark), [dark])
  return null
}
