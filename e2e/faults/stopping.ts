import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { preparedDefinition, visits, wholeVisit } from '../cluster/whole-visit.ts'
import { startServer } from '../server.ts'
import { Calls } from './calls.ts'

/**
 * Asks the server to stop, by SIGTERM, in the middle of visits, at another moment each time, and starts it again. It
 * has to end by itself within ten seconds, to answer every call that it took, and every visit has to end well.
 */
const { values: options } = parseArgs({
  options: { visitors: { type: 'string', default: '10' }, rounds: { type: 'string', default: '5' } },
})
const rounds = Number(options.rounds)
const say = (text: string) => process.stdout.write(`${text}\n`)
const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))
/** Quality targets, "SIGTERM under load". Milliseconds. */
const longestStop = 10_000

const server = await startServer({ settings: { CONTENT_DIR: content, LOG_LEVEL: 'warn' } })
let failed = 0
try {
  const definition = await preparedDefinition(server.origin)
  const visit = () => wholeVisit(server.origin, definition)
  for (let round = 1; round <= rounds; round += 1) {
    const under = visits(`round ${round}`, Number(options.visitors), visit, say)
    const calls = new Calls(server.port)
    await pause(700 + 400 * round)
    const began = performance.now()
    const code = await server.stop()
    const took = performance.now() - began
    const { answered, cut } = await calls.ended()
    say(
      `  It ended with ${code} after ${took.toFixed(0)} ms; of ${answered + cut} calls that it took ${cut} got no answer`,
    )
    if (code !== 0 || took > longestStop || cut > 0) failed += 1
    await server.restart()
    failed += await under
  }
} finally {
  await server.discard()
}
process.exit(failed === 0 ? 0 : 1)
