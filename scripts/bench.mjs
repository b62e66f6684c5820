// @ts-check
// `npm run bench -- [visitors] [rounds]`: what a visitor costs the server, beside the raw cryptography.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, root } from './workspace.mjs'

await main(prepare)
const bench = spawn(process.execPath, ['--import', 'tsx', at('bench/bench.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
const [code] = await once(bench, 'exit')
process.exit(code ?? 1)
