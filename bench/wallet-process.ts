import { openWillingWallet } from '@lastmile/e2e/willing-wallet'
import type { Asked, Told } from './wallets.ts'

/** A process behind `withWallets`: opens so many wallets, and does with them what it is asked. */
const tell = (message: Told) => void process.send?.(message)
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

const wallets = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () =>
    openWillingWallet({ onProblem: (problem) => tell({ problem: sentence(problem) }) }),
  ),
)

process.on('message', async ({ wallet, link }: Asked) => {
  try {
    await wallets[wallet]?.receive(link)
    tell({ received: wallet })
  } catch (error) {
    tell({ received: wallet, failure: sentence(error) })
  }
})
process.on('disconnect', () => process.exit())
tell({ opened: true })
