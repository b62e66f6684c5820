import { setTimeout as pause } from 'node:timers/promises'
import { type Protocol, protocols } from '@lastmile/contracts'
import { openPupil, type PupilAtWork, steps } from '@lastmile/e2e/pupil'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { openWillingWallet } from '@lastmile/e2e/willing-wallet'
import type { Api } from '@lastmile/lab/exchanges'
import { createProduct, registerDefinition } from './product.ts'
import { row, say } from './report.ts'
import { readMetrics } from './server-process.ts'
import { measureVisits } from './visit.ts'
import { Visitor } from './visitor.ts'
import { withWallets } from './wallets.ts'

/**
 * A class of thirty follows the sheet of `/lab/teach` behind one address, under the limits that a server has by
 * default: each step by all at once, and the next when all are done. Beside them a visitor at that address walks the
 * demo by each family, again and again. At last thirty visit the demo at once. No call may be refused, and each step
 * has to end as the sheet says.
 */
const people = 30
const minute = 60_000

const server = await startServer({ settings: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1' } })
const failures: string[] = []
const fails = (who: string) => (error: unknown) => {
  failures.push(who)
  say(`  ${who}: ${error}`)
}

/** By the server's own count, so far. */
async function calls() {
  const counts = { all: 0, writing: 0, refused: 0 }
  const counted = /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]*)",status="(\d+)"\} (\d+)$/gm
  for (const [, method, route, status, count] of (await readMetrics(server.metricsUrl)).matchAll(counted)) {
    counts.all += Number(count)
    if (method !== 'GET' && route?.startsWith('/demo/')) counts.writing += Number(count)
    if (status === '429') counts.refused += Number(count)
  }
  return counts
}

/** With each second's count of calls that write. */
const seconds: number[] = []
const clock = setInterval(async () => seconds.push((await calls()).writing), 1_000)

async function measured(name: string, work: () => Promise<unknown>) {
  const [began, before] = [performance.now(), await calls()]
  await work()
  const after = await calls()
  const more = (['all', 'writing', 'refused'] as const).map((each) => `${after[each] - before[each]}`)
  row(name, [((performance.now() - began) / 1_000).toFixed(1), ...more])
}

/** As a page makes them: what comes too early is tried again for a minute. */
function callsOf(visitor: Visitor): Api {
  return async (name, input) => {
    for (const giveUpAt = Date.now() + minute; ; await pause(1_000)) {
      try {
        return (await visitor.call(name, input)).answer
      } catch (error) {
        if (!/ answered (429|503):/.test(String(error)) || Date.now() > giveUpAt) throw error
      }
    }
  }
}

try {
  await shippedDefinitionsMade(server)
  const partyOf = async (protocol: Protocol) => {
    const only = protocol === 'openid4vc' ? protocol : undefined
    const definitionId = await registerDefinition(new Visitor(server.origin), 'Member Card', true, only)
    return createProduct({ ...server, workers: [] }, definitionId, protocol)
  }
  const parties = { didcomm: await partyOf('didcomm'), openid4vc: await partyOf('openid4vc') }

  row('', ['seconds', 'calls', 'that write', 'refused'])
  const pupils: PupilAtWork[] = []
  const open = async () => pupils.push(await openPupil(callsOf(new Visitor(server.origin))))
  await measured('the class opens the lab', () => Promise.all(Array.from({ length: people }, open)))
  let [visits, isOver] = [0, false]
  const visitAgain = async (protocol: Protocol) => {
    while (!isOver) {
      const wallet = await openWillingWallet({ onProblem: fails(`the wallet of a visitor by ${protocol}`) })
      await parties[protocol].serve((link) => wallet.receive(link)).catch(fails(`a visitor by ${protocol}`))
      await wallet.close()
      visits += 1
      await pause(1_000)
    }
  }
  const beside = Promise.all(protocols.map(visitAgain))
  for (const step of steps)
    await measured(`minutes ${step.minutes}`, () =>
      Promise.all(pupils.map((pupil) => pupil.follow(step).catch(fails('a pupil')))),
    )
  isOver = true
  await beside
  await Promise.all(pupils.map((pupil) => pupil.close()))
  row('visits of the demo beside them', [`${visits}`])
  const again = pupils.flatMap(({ pressedAgain }) => pressedAgain)
  row('“Try Again” pressed, where no answer came', [`${again.length}`])
  for (const why of new Set(again)) say(`  ${why}`)

  for (const protocol of protocols)
    await measured(`${people} visit the demo by ${protocol}`, () =>
      withWallets(people, async (wallets) => {
        const { failures: lost } = await measureVisits(parties[protocol], wallets, people, { mostFailed: people })
        lost.forEach(fails(`one of ${people} by ${protocol}`))
      }),
    )
  const { refused } = await calls()
  const busiest = Math.max(...seconds.map((writing, second) => writing - (seconds[second - 60] ?? seconds[0] ?? 0)))
  row('calls that write in the busiest minute', [`${busiest}`])
  row('refused', [`${refused}`])
  row('steps and visits that ended otherwise', [`${failures.length}`])
  process.exitCode = failures.length > 0 || refused > 0 ? 1 : 0
} finally {
  clearInterval(clock)
  await server.discard()
}
process.exit()
