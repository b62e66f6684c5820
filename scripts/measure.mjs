// @ts-check
// `npm run measure -- [--routes /,/about] [--runs 3] [--no-lighthouse]`: what every page weighs, and what is wrong with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { provideChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { prepareWallet } from './prepare-wallet.mjs'
import { main } from './progress.mjs'
import { at, root } from './workspace.mjs'

await main(async () => {
  await prepare()
  await prepareWallet()
  await provideChromium()
})
const measure = spawn(process.execPath, ['--import', 'tsx', at('measure/measure.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
const [code] = await once(measure, 'exit')
process.exit(code ?? 1)
