// @ts-check
// `npm run wallet -- <invitation link>`: a wallet in this terminal, to try the demo on one machine.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepareSources } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepareSources)
loadSettings()
const { register } = await import('tsx/esm/api')
register()
const { runWallet } = await import(pathToFileURL(at('apps/terminal-wallet/src/terminal-wallet.ts')).href)
const { DATA_DIR = '.data', PORT = '3000', PUBLIC_URL = `http://localhost:${PORT}` } = process.env
const siteHost = URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).host : ''
await runWallet(process.argv.slice(2), resolve(root, DATA_DIR, 'terminal-wallet'), siteHost)
