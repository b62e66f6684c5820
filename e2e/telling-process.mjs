// @ts-check
// Loaded into the process of a test (telling-pool.ts): one that ends without having been asked to says from where, and what was open.
import { writeSync } from 'node:fs'

let isAskedToEnd = false
const { emit } = process
/** @type {(this: NodeJS.Process, ...given: any[]) => boolean} */
const listening = function (...given) {
  // Listening as others do would keep the process alive, and change what is looked for.
  if (given[0] === 'message' && given[1]?.type === 'stop') isAskedToEnd = true
  return Reflect.apply(emit, this, given)
}
process.emit = /** @type {typeof process.emit} */ (listening)

process.on('exit', (code) => {
  if (isAskedToEnd) return
  const { stack } = new Error(
    `The process of a test ends with ${code}; open: ${process.getActiveResourcesInfo().join(' ')}`,
  )
  writeSync(2, `${stack}\n`)
})
