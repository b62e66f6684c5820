import { serviceWorkerPath, walletPath } from '@lastmile/contracts/site'

/** Registers the service worker that opens the wallet's page offline; does nothing where that is unsupported. */
export function keepShell(): void {
  if (!import.meta.env.PROD) return
  void navigator.serviceWorker
    ?.register(serviceWorkerPath, { scope: walletPath, updateViaCache: 'none' })
    .catch(() => undefined)
}
