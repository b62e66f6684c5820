import { openWillingWallet } from '@lastmile/e2e/willing-wallet'
import type { WalletCommand, WalletReport } from './wallets.ts'

/** A process behind `withWallets`: opens so many wallets, and does with them what it is asked. */
const report = (message: WalletReport) => void process.send?.(message)
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

const wallets = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () =>
    openWillingWallet({ onProblem: (problem) => report({ problem: sentence(problem) }) }),
  ),
)

process.on('message', async ({ wallet, link }: WalletCommand) => {
  try {
    await wallets[wallet]?.receive(link)
    report({ received: wallet })
  } catch (error) {
    report({ received: wallet, failure: sentence(error) })
  }
})
process.on('disconnect', () => process.exit())
report({ opened: true })
