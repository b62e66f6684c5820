import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { protocols } from '@lastmile/contracts/protocols'
import { freePort } from '../free-port.ts'
import { startPostgres } from '../postgres.ts'
import { startServer } from '../server.ts'
import { clusterSettings } from './database.ts'
import { equalCalls } from './equal-calls.ts'
import { startLoadBalancer } from './load-balancer.ts'
import { preparedDefinition, visits, wholeVisit } from './whole-visit.ts'

/**
 * Takes visitors with wallets of both families through two servers on one PostgreSQL, each call and each socket by
 * another one; with equal calls at once; and then while one of the two is killed and started again in turn.
 */
const { values: options } = parseArgs({
  options: { visitors: { type: 'string', default: '6' }, rounds: { type: 'string', default: '100' } },
})
const visitors = Number(options.visitors)
const say = (text: string) => process.stdout.write(`${text}\n`)

const postgres = await startPostgres()
const port = await freePort()
const origin = `http://localhost:${port}`
const ports = [await freePort(), await freePort()]
const folders = await Promise.all(ports.map(() => mkdtemp(join(tmpdir(), 'node-'))))
const spread = await startLoadBalancer(port, ports)
const settings = { ...clusterSettings(postgres.url), LOG_LEVEL: 'warn' }
const begun = performance.now()
const servers = await Promise.all(
  ports.map((each, index) => startServer({ port: each, publicUrl: origin, dataDir: folders[index], settings })),
)
say(`Both are ready after ${seconds(begun)} s`)

let failed = 0
try {
  const [didcomm, openid4vc] = await Promise.all(protocols.map((each) => preparedDefinition(origin, each)))
  const ways = [
    { name: 'DIDComm', visit: () => wholeVisit(origin, didcomm ?? '') },
    { name: 'OpenID4VC', visit: () => wholeVisit(origin, openid4vc ?? '', { protocol: 'openid4vc' }) },
  ]
  const all = (how: string) =>
    Promise.all(ways.map(({ name, visit }) => visits(`${name} ${how}`, visitors, visit, say)))
  say(`The keys of a credential are there after ${seconds(begun)} s`)
  failed += sum(await all('with both'))
  failed += await equalCalls(origin, Number(options.rounds), say)

  for (const [index, server] of servers.entries()) {
    const under = all(`while server ${index + 1} is killed and comes back`)
    await pause(400)
    await server.kill9()
    await pause(1_500)
    await server.restart()
    failed += sum(await under)
  }
} finally {
  for (const server of servers) {
    await server.stop()
    const unwell = server.output.split('\n').filter((line) => /not caught|"level":(50|60),/.test(line))
    for (const line of unwell.slice(0, 10)) say(line.slice(0, 600))
  }
  spread.close()
  await postgres.discard()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1)
}
