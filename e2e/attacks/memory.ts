import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { protocols } from '@lastmile/contracts'
import { preparedDefinition } from '../cluster/whole-visit.ts'
import { startServer } from '../server.ts'
import { floods } from './floods.ts'
import { honestVisit, honestWallets } from './honest-visitor.ts'
import { scenarios } from './scenarios.ts'

/**
 * The server's memory over hours: an honest visit every few seconds, by one protocol after the other, and each minute a
 * burst of another kind of attack. Memory is read after a full collection: what is left is what grows.
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '90' },
    /** Seconds between honest visits. */
    every: { type: 'string', default: '10' },
    /** Seconds of attack in a minute. */
    attacked: { type: 'string', default: '6' },
  },
})
const minutes = Number(options.minutes)
const minuteMs = 60_000
const attackerFile = fileURLToPath(new URL('attacker.ts', import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)

const collecting = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => gc())")}`
const server = await startServer({
  settings: {
    CONTENT_DIR: fileURLToPath(new URL('../../apps/server/test/content', import.meta.url)),
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: '1',
    ALLOW_PRIVATE_WALLETS: 'true',
    LOG_LEVEL: 'error',
  },
  nodeOptions: ['--expose-gc', '--import', collecting],
})

interface Sample {
  minute: number
  /** Megabytes. */
  rss: number
  heap: number
  external: number
}

async function sample(minute: number): Promise<Sample> {
  process.kill(server.pid, 'SIGUSR2')
  await pause(2_000)
  const metrics = await (await fetch(server.metricsUrl)).text()
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return {
    minute,
    rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    heap: of('nodejs_heap_size_used_bytes'),
    external: of('nodejs_external_memory_bytes'),
  }
}

/** Megabytes per hour, by least squares. */
function slope(samples: Sample[], of: (sample: Sample) => number): number {
  const mean = (figures: number[]) => figures.reduce((sum, each) => sum + each, 0) / figures.length
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(of))]
  const above = samples.reduce((sum, each) => sum + (each.minute - x) * (of(each) - y), 0)
  return (60 * above) / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}

let visited = 0
let failed = 0
let isOver = false

async function honest() {
  const definitions = new Map<string, string>()
  for (const protocol of protocols) definitions.set(protocol, await preparedDefinition(server.origin, protocol))
  while (!isOver)
    for (const protocol of protocols) {
      const wallet = await honestWallets[protocol]()
      await honestVisit(server.origin, wallet, definitions.get(protocol) ?? '', protocol).then(
        () => visited++,
        (error: Error) => {
          failed++
          say(`  An honest visit failed: ${error.message.slice(0, 200)}`)
        },
      )
      await wallet.close()
      await pause(Number(options.every) * 1_000)
    }
}

async function strangers() {
  while (!isOver)
    for (const kind of [...Object.keys(scenarios), ...Object.keys(floods)]) {
      if (isOver) return
      const attacker = spawn(process.execPath, ['--import', 'tsx', attackerFile, kind, server.origin], {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      })
      const ended = once(attacker, 'exit')
      await pause(Number(options.attacked) * 1_000)
      attacker.kill()
      await ended
      await pause(minuteMs - Number(options.attacked) * 1_000)
    }
}

const working = Promise.all([honest(), strangers()])
const samples: Sample[] = []
say('minute        RSS       heap   external     visits  failed')
for (let minute = 0; minute <= minutes; minute++) {
  const now = await sample(minute)
  samples.push(now)
  const figures = [now.rss, now.heap, now.external].map((each) => `${each.toFixed(1)} MB`.padStart(11))
  say(`${String(minute).padEnd(6)}${figures.join('')}${String(visited).padStart(11)}${String(failed).padStart(8)}`)
  await pause(minuteMs)
}
isOver = true
await Promise.race([working, pause(30_000)])
// The first quarter warms up.
const late = samples.slice(Math.floor(samples.length / 4))
for (const name of ['rss', 'heap', 'external'] as const)
  say(`${name}: ${slope(late, (each) => each[name]).toFixed(2)} MB an hour`)
for (const line of server.output
  .split('\n')
  .filter((line) => /not caught|"level":(50|60),/.test(line))
  .slice(0, 20))
  say(line)
await server.discard()
process.exit(0)
