import { WalletToggle } from '../wallet/views/wallet-toggle.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** What every screen of the demo has in its header. */
export const DemoTools = () => (
  <>
    <WalletToggle />
    <ThemeToggle />
  </>
)
