export { WalletScreen as default } from '../../features/web-wallet/wallet-screen.tsx'
