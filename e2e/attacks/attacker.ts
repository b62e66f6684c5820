import { setMaxListeners } from 'node:events'
import { floods } from './floods.ts'
import { scenarios } from './scenarios.ts'
import { callAsStranger } from './strangers.ts'

/** Told by an attacker: that it begins to send, a thing that it may not get and got, why none of its acts succeeds. */
export type Told = 'begun' | { got: string } | { failed: string }

/**
 * A stranger in a process of its own, so that its work is not the honest wallet's: `attacker.ts <kind> <origin>`, until
 * SIGTERM.
 */
const [kind = '', origin = ''] = process.argv.slice(2)
const tell = (what: Told) => process.send?.(what)
const over = new AbortController()
let succeeded = false
let failed = ''
// Each call on the way hears of the end.
setMaxListeners(0, over.signal)
process.once('SIGTERM', () => {
  if (failed && !succeeded) tell({ failed })
  over.abort()
  setTimeout(() => process.exit(), 2_000).unref()
})
// Without a measure beside it an attack is of no use.
process.once('disconnect', () => process.exit())
const target = {
  origin,
  port: Number(new URL(origin).port),
  over: over.signal,
  begun: () => tell('begun'),
  acted: (error?: Error) => {
    if (error) failed = error.message
    else succeeded = true
  },
  got: (what: string) => tell({ got: what }),
}
if (kind in scenarios) callAsStranger(Object.keys(scenarios).indexOf(kind), target)
await (floods[kind] ?? scenarios[kind])?.(target).catch((error: Error) => {
  if (!over.signal.aborted) process.stdout.write(`  The attack itself failed: ${error.message}\n`)
})
process.exit()
