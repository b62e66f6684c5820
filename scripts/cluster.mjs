// @ts-check
// `npm run long -- cluster`: two servers on one PostgreSQL behind nginx, on this machine.
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepare)
process.chdir(root)
loadSettings()
const { register } = await import('tsx/esm/api')
register()
await import(pathToFileURL(at('e2e/cluster/run.ts')).href)
