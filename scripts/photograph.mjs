// @ts-check
// `npm run photograph -- [--only student,dialogs] [--widths 360,1280] [--themes dark]`: a picture of every screen.
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
const photograph = spawn(
  process.execPath,
  ['--import', 'tsx', at('e2e/photographs/photograph.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
const [code] = await once(photograph, 'exit')
process.exit(code ?? 1)
