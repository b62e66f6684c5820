// @ts-check
// `npm run backup -- <folder>`: the operator's copy of the data. Works beside a running server.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'
import { at, loadSettings, root } from './workspace.mjs'

await main(prepare)
// A folder is meant from where the command was given.
if (process.argv[2] !== undefined) process.argv[2] = resolve(process.env.INIT_CWD ?? '.', process.argv[2])
process.chdir(root)
loadSettings()
await import(pathToFileURL(at('apps/server/dist/backup.js')).href)
