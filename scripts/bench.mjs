// @ts-check
// `npm run bench -- [visitors] [rounds] [--peer | --growth | --profile | --wallet-cryptography | --web-wallet]`: what a visitor costs the server; docs/performance.md says more.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { prepare } from './prepare.mjs'
import { prepareWallet } from './prepare-wallet.mjs'
import { main } from './progress.mjs'
import { at, root } from './workspace.mjs'

await main(async () => {
  await prepare()
  await prepareWallet()
})
const bench = spawn(process.execPath, ['--import', 'tsx', at('bench/bench.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
const [code] = await once(bench, 'exit')
process.exit(code ?? 1)
