import { WalletToggle } from '../wallet/views/wallet-toggle.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The controls in the header of every screen of the demo. */
export const DemoTools = () => (
  <>
    <WalletToggle />
    <ThemeToggle />
  </>
)
