import { setMaxListeners } from 'node:events'
import { floods } from './floods.ts'
import { attack } from './scenarios.ts'

/**
 * A stranger in a process of its own, so that its work is not the honest wallet's: `attacker.ts <kind> <origin>`, until
 * SIGTERM. Says when it begins to send.
 */
const [kind = '', origin = ''] = process.argv.slice(2)
const over = new AbortController()
// Each call on the way hears of the end.
setMaxListeners(0, over.signal)
process.once('SIGTERM', () => {
  over.abort()
  setTimeout(() => process.exit(), 2_000).unref()
})
const begun = () => process.send?.('begun')
const target = { origin, port: Number(new URL(origin).port), over: over.signal, begun }
await (floods[kind]?.(target) ?? attack(kind, target)).catch((error: Error) => {
  if (!over.signal.aborted) process.stdout.write(`  The attack itself failed: ${error.message}\n`)
})
process.exit()
