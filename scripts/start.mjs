// @ts-check
// `npm start`: prepares what is missing, builds what changed, then becomes the server.
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepare)
process.chdir(root)
loadSettings()
process.env.NODE_ENV ??= 'production'
// In this very process: signals reach the server, and its exit code is ours, with nothing in between.
await import(pathToFileURL(at('apps/server/dist/main.js')).href)
