import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { PresenterLinkArrival } from '../features/secret-menu/presenter-link-arrival.tsx'
import { SecretMenu } from '../features/secret-menu/secret-menu.tsx'
import { ServerResetDialog } from '../features/visit-gate/server-reset-dialog.tsx'
import { useDarkMode } from '../state/preferences/use-dark-mode.ts'
import { StoreProvider } from '../store/store-provider.tsx'
import { applyTheme } from '../ui/theme.ts'
import { RestartProvider } from '../visit/restart.tsx'

/** What the demo's pages share and the marketing pages do without: the store, and with it the chosen theme. */
export default function Showcase() {
  return (
    <StoreProvider>
      <Theme />
      <PresenterLinkArrival />
      <RestartProvider>
        <Outlet />
        <SecretMenu />
        <ServerResetDialog />
      </RestartProvider>
    </StoreProvider>
  )
}

function Theme() {
  const { dark } = useDarkMode()
  useEffect(() => applyTheme(dark), [dark])
  return null
}
