// @ts-check
// `npm run test:security -- [--only licences,headers]`: what the quality targets say of security; docs/testing.md.
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
const args = ['--import', 'tsx', at('e2e/security/security.ts'), ...process.argv.slice(2)]
const run = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
const [code] = await once(run, 'exit')
process.exit(code ?? 1)
