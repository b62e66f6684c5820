// @ts-check
// `npm run fuzz-holder -- [--seconds 60] [--seed 1]`: changed JSON for the holder in WebAssembly; docs/anoncreds-wasm.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { prepareSources } from './prepare.mjs'
import { prepareWallet } from './prepare-wallet.mjs'
import { main } from './progress.mjs'
import { at, root } from './workspace.mjs'

await main(async () => {
  await prepareSources()
  await prepareWallet()
})
const script = at('packages/anoncreds-wasm/fuzz/fuzz.ts')
const fuzz = spawn(process.execPath, ['--import', 'tsx', script, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
const [code] = await once(fuzz, 'exit')
process.exit(code ?? 1)
