// @ts-check
// `npm run rotate-key`: the operator's change of the key that the issuer's records and keys are sealed with.
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepare)
process.chdir(root)
loadSettings()
await import(pathToFileURL(at('apps/server/dist/rotate-key.js')).href)
