// @ts-check
// `npm start` and the operator's commands: prepares what is missing, builds what changed, then becomes the server's
// `main` or another of its entries. Those work beside a running server, unless they say otherwise.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

const [entry = '', path] = process.argv.splice(2, 2)
await main(async () => {
  await prepare()
  loadSettings()
})
// A folder is meant from where the command was given.
if (path !== undefined)
  process.argv.splice(2, 0, entry === 'backup' ? resolve(process.env.INIT_CWD ?? '.', path) : path)
process.chdir(root)
process.env.NODE_ENV ??= 'production'
// In this very process: signals reach the server, and its exit code is ours, with nothing in between.
await import(pathToFileURL(at(`apps/server/dist/${entry}.js`)).href)
