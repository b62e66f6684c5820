// @ts-check
import { readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'

// Loaded into the server by `npm run long -- bench --growth`: its clock is CLOCK_AHEAD milliseconds ahead, so that it
// forgets today what it would forget then. By `linkability` it is ahead by what CLOCK_FILE holds at any moment.
const file = process.env.CLOCK_FILE
let ahead = Number(file ? readFileSync(file, 'utf8') : process.env.CLOCK_AHEAD)
if (file) setInterval(() => (ahead = Number(readFileSync(file, 'utf8'))), 20).unref()
const now = () => realNow() + ahead
const realNow = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (Real, given, target) => Reflect.construct(Real, given.length > 0 ? given : [now()], target),
  get: (Real, name) => (name === 'now' ? now : Reflect.get(Real, name)),
})

// Node writes this header by a clock of its own.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (/** @type {Parameters<typeof writeHead>} */ ...head) {
  this.setHeader('date', new Date().toUTCString())
  return writeHead.apply(this, head)
}
