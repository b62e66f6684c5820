// @ts-check
// `npm run messages`: what visitors wrote with the contact form, for the operator. Works beside a running server.
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepare)
process.chdir(root)
loadSettings()
await import(pathToFileURL(at('apps/server/dist/messages.js')).href)
