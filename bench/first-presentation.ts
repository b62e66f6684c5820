/**
 * Prints what the first presentation of a process takes, in milliseconds on the clock: from reading the WebAssembly, or
 * from the end of a warm-up. `first-presentation.ts <holder.wasm> <folder of the task> [warm]`
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadAnonCreds } from '@lastmile/anoncreds-wasm'

const [wasm = '', folder = '', warm] = process.argv.slice(2)
const task = JSON.parse(readFileSync(join(folder, 'task.json'), 'utf8'))
task.credentials[0].revocation.tails = readFileSync(join(folder, 'tails'))

const began = performance.now()
const anoncreds = await loadAnonCreds(readFileSync(wasm))
if (warm) anoncreds.warmUp(Object.values(task.definitions))
const waited = warm ? performance.now() : began
anoncreds.createPresentation(task)
console.log(performance.now() - waited)
