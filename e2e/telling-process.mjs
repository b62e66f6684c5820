// @ts-check
// Loaded into the process of a test (telling-pool.ts). It stays until it is asked to end: now and then one found nothing left to wait for while
// its first file was being loaded, and ended with 0. One that ends all the same says from where, and what was open.
import { writeSync } from 'node:fs'

let isAskedToEnd = false
const stay = setInterval(() => {}, 60_000)
const { emit } = process
/** @type {(this: NodeJS.Process, ...given: any[]) => boolean} */
const listening = function (...given) {
  // Listening as others do would keep the process alive, and change what is looked for.
  if (given[0] === 'message' && given[1]?.type === 'stop') {
    isAskedToEnd = true
    clearInterval(stay)
  }
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
