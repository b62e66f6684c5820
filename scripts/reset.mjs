// @ts-check
// `npm run reset`: the operator's data reset. Visitors begin again; settings stay.
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepare)
process.chdir(root)
loadSettings()
await import(pathToFileURL(at('apps/server/dist/reset.js')).href)
