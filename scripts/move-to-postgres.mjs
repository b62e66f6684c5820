// @ts-check
// `npm run move-to-postgres`: from the embedded database of DATA_DIR to the one that DATABASE_URL names.
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepare)
process.chdir(root)
loadSettings()
await import(pathToFileURL(at('apps/server/dist/move-to-postgres.js')).href)
