import { join } from 'node:path'
import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import type { Asked, Told } from './wallets.ts'

/** The process behind `withWallets`: opens so many wallets in a folder, and does with them what it is asked. */
const [folder = '', count = '0'] = process.argv.slice(2)
const tell = (message: Told) => void process.send?.(message)

const wallets: Wallet[] = []
while (wallets.length < Number(count)) {
  const wallet = await createWallet({ label: 'Bench', directory: join(folder, `${wallets.length}`) })
  wallet.problems.each(({ message, cause }) => tell({ problem: `${message} ${cause ?? ''}` }))
  wallets.push(wallet)
}

process.on('message', async ({ wallet, link }: Asked) => {
  try {
    await wallets[wallet]?.receive(link)
    tell({ received: wallet })
  } catch (error) {
    tell({ received: wallet, failure: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit())
tell({ opened: true })
