// @ts-check
// Loaded into the process of a test (reporting-pool.ts). It stays until it is ended from outside, as the pool ends all:
// now and then one found nothing left to wait for while its first file was being loaded, and ended with 0. One that
// ends all the same says from where, and what was open.
import { writeSync } from 'node:fs'

setInterval(() => {}, 60_000)

let isAskedToEnd = false
process.prependOnceListener('SIGTERM', () => {
  isAskedToEnd = true
  process.exit()
})

process.on('exit', (code) => {
  if (isAskedToEnd) return
  const { stack } = new Error(
    `The process of a test ends with ${code}; open: ${process.getActiveResourcesInfo().join(' ')}`,
  )
  writeSync(2, `${stack}\n`)
})
