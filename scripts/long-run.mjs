// @ts-check
// `node scripts/long-run.mjs [--with-chromium] <file> [options of its own]`: the npm commands that measure, attack or try something for long. Prepares what
// they stand on, the tests' wallet too, from a fresh clone on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { provideChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { prepareWallet } from './prepare-wallet.mjs'
import { main } from './progress.mjs'
import { at, root } from './workspace.mjs'

const needsChromium = process.argv[2] === '--with-chromium'
const [file = '', ...options] = process.argv.slice(needsChromium ? 3 : 2)

await main(async () => {
  await prepare()
  await prepareWallet()
  if (needsChromium) await provideChromium()
})
const run = spawn(process.execPath, ['--import', 'tsx', at(file), ...options], { cwd: root, stdio: 'inherit' })
const [code] = await once(run, 'exit')
process.exit(code ?? 1)
