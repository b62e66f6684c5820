import { WalletScreen } from '../../features/web-wallet/wallet-screen.tsx'

export default function Wallet() {
  return <WalletScreen />
}
