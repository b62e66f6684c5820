import { serviceWorkerPath, walletPath } from '@lastmile/contracts/site'

/** Has the wallet's page open without a network from now on. Where a browser does not do that, or not here, nothing changes. */
export function keepShell(): void {
  if (!import.meta.env.PROD) return
  void navigator.serviceWorker
    ?.register(serviceWorkerPath, { scope: walletPath, updateViaCache: 'none' })
    .catch(() => undefined)
}
