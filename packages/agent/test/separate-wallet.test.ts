import { createWallet, scriptsOfWallets } from '@lastmile/e2e/wallet'
import { expect, test } from 'vitest'

test('the wallet that the tests use has a Credo and a process of its own, which knows nothing of the agent', async () => {
  const wallet = await createWallet()
  const scripts = await scriptsOfWallets()
  expect(scripts.filter((script) => script.includes('/node_modules/@credo-ts/didcomm/'))).not.toEqual([])
  expect(scripts.filter((script) => script.includes('/packages/agent/'))).toEqual([])
  await wallet.close()
})
