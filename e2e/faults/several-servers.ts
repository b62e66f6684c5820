import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { apiRoutes } from '@lastmile/contracts'
import { socketPath } from '@lastmile/contracts/constants'
import { startCluster } from '../cluster/cluster.ts'
import { clusterSettings } from '../cluster/database.ts'
import { preparedDefinition, visits, wholeVisit } from '../cluster/whole-visit.ts'
import { startPostgres } from '../postgres.ts'
import { smallDisk } from './small-disk.ts'

/**
 * Faults of what two servers stand on: their PostgreSQL restarted while visitors come, as an operator does it and as a
 * power cut does, its disk full, and a clock of one of them that is off by a minute. Every visit has to end well, and
 * while the database is away a call is answered so at once.
 */
const { values: options } = parseArgs({ options: { visitors: { type: 'string', default: '6' } } })
const visitors = Number(options.visitors)
const say = (text: string) => process.stdout.write(`${text}\n`)
const clockOff = fileURLToPath(new URL('clock-off.mjs', import.meta.url))
const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))
/** How long a call may take while the database is away; a page waits 20 s. Milliseconds. */
const longestAnswer = 8_000

/** How long its disk stays full, in milliseconds: half of what a visitor tries again for. */
const fullFor = 5_000

const disk = await smallDisk()
const postgres = await startPostgres(disk?.folder)
const settings = { ...clusterSettings(postgres.url), CONTENT_DIR: content, LOG_LEVEL: 'warn' }
const cluster = await startCluster({ databaseUrl: postgres.url, settings })
const { origin, nodes } = cluster
let failed = 0
try {
  const definition = await preparedDefinition(origin)
  const visit = () => wholeVisit(origin, definition, { revokes: true })
  failed += await visits('with nothing wrong', visitors, visit, say)
  failed += await pagesThatCannotPoll()

  for (const how of ['stop', 'kill'] as const) {
    const under = visits(`while PostgreSQL is restarted (${how})`, visitors, visit, say)
    await pause(1_500)
    await postgres[how]()
    failed += await answersWhileAway()
    await postgres.start()
    failed += await under
  }

  if (disk) {
    const under = visits('while the disk of PostgreSQL is full', visitors, visit, say)
    await pause(1_500)
    await disk.fill()
    await pause(1_000)
    failed += await answersWhileAway({ maybeNot: true })
    await pause(fullFor)
    await disk.free()
    // Without a place for its log of changes it ends, as it has to; its operator starts it again.
    await postgres.start().catch(() => undefined)
    failed += await under
  } else say('A full disk could not be tried: only root can mount a small one')

  for (const seconds of ['60', '-60']) {
    const [, second] = nodes
    await second.stop()
    // Of this process: only what is started from now on has it.
    Object.assign(process.env, { NODE_OPTIONS: `--import=${clockOff}`, CLOCK_OFF: seconds })
    await second.restart()
    failed += await visits(`with the clock of one server off by ${seconds} s`, visitors, visit, say)
  }
} finally {
  for (const { isRunning, output } of nodes) if (!isRunning) say(`A server ended by itself: ${output.slice(-2_000)}`)
  await cluster.stop()
  for (const { output } of nodes)
    for (const line of output.split('\n').filter((each) => each.includes('not caught'))) say(line)
  await postgres.discard()
  await disk?.discard()
}
process.exit(failed === 0 ? 0 : 1)

/**
 * @param maybeNot whether the database may still take some work
 * @returns how many calls were not answered at once that they may come again
 */
async function answersWhileAway({ maybeNot = false } = {}): Promise<number> {
  const calls = Array.from({ length: 10 }, async () => {
    const began = performance.now()
    const answer = await fetch(origin + apiRoutes.createInvite.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ my_label: 'Office' }),
    })
    await answer.body?.cancel()
    return { status: answer.status, again: answer.headers.get('retry-after'), took: performance.now() - began }
  })
  const answers = await Promise.all(calls)
  const isClear = ({ status, again }: { status: number; again: string | null }) =>
    (status === 503 && again !== null) || (maybeNot && status === 200)
  const unclear = answers.filter((answer) => !isClear(answer) || answer.took > longestAnswer)
  const refused = answers.filter(({ status }) => status === 503).length
  const longest = Math.max(...answers.map(({ took }) => took))
  say(`While it is away ${refused} of ${answers.length} calls are asked to come again, after ${longest.toFixed(0)} ms`)
  for (const each of unclear) say(`  ${JSON.stringify(each)}`)
  return unclear.length
}

/** Pages that can open no web socket. @returns how many of them did not meet the server with their session again */
async function pagesThatCannotPoll(): Promise<number> {
  const pages = Array.from({ length: 20 }, async () => {
    const headers = { cookie: `visitor=${randomUUID()}` }
    const address = `${origin}${socketPath}?EIO=4&transport=polling`
    const opened = await (await fetch(address, { headers })).text()
    const session = `${address}&sid=${JSON.parse(opened.slice(1)).sid}`
    const joined = await fetch(session, { method: 'POST', headers, body: '40' })
    const polled = await fetch(session, { headers })
    await Promise.all([joined.text(), polled.text()])
    return joined.ok && polled.ok
  })
  const able = (await Promise.all(pages)).filter(Boolean).length
  say(`${able} of ${pages.length} pages that poll meet the server with their session`)
  return pages.length - able
}
