import { availableParallelism } from 'node:os'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { median, quantile } from './figures.ts'
import { createGate } from './gate.ts'
import { measureRawCryptography, type RawCost } from './raw-cryptography.ts'
import { connectVisitors, type LoadFigures, measureLoad, registerDefinition, type Stage } from './server-load.ts'
import { readProcess } from './server-process.ts'
import { Visitor } from './visitor.ts'
import { memoryWithWaiting } from './waiting-visitors.ts'

/**
 * What a visitor costs the server, beside the same cryptography done directly on the native library, in one run on one machine
 * (quality targets, speed). Times on shared machines drift; the ratios are what counts.
 */
const visitors = Number(process.argv[2] ?? 20)
const rounds = Number(process.argv[3] ?? 3)

const say = (text = '') => process.stdout.write(`${text}\n`)
const row = (name: string, figures: string[]) =>
  say(name.padEnd(44) + figures.map((each) => each.padStart(12)).join(''))
const ms = (figure: number) => `${figure.toFixed(1)} ms`

const gate = await createGate()
const server = await startServer({
  publicUrl: `http://localhost:${gate.port}`,
  settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' },
})
gate.target = server.port
const stage: Stage = { origin: server.origin, process: server, gate }

try {
  // A new server makes keys in the background, which would count as what visitors cost.
  await shippedDefinitionsMade(server)
  for (const revocable of [false, true]) await measureKind(revocable)
  await measureKeyGeneration()
  await measureWaiting()
} finally {
  await server.discard()
  gate.close()
}
// The native library of the wallets leaves something behind that keeps the process alive.
process.exit()

async function measureKind(revocable: boolean) {
  const kind = revocable ? 'Revocable credential' : 'Plain credential'
  const definitionId = await registerDefinition(new Visitor(stage.origin), kind, revocable)
  const raw: RawCost[] = []
  const load: LoadFigures[] = []
  // The first round warms caches and compiled code up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const connected = await connectVisitors(stage, visitors)
    const figures = await measureLoad(stage, connected, definitionId, revocable)
    if (round > 0) load.push(figures)
    if (round > 0) raw.push(measureRawCryptography(revocable, 7))
  }
  const of = (name: Exclude<keyof LoadFigures, 'toldAfter'>) => median(load.map((figures) => figures[name]))
  const rawIssue = median(raw.map((cost) => cost.issue))
  const rawVerify = median(raw.map((cost) => cost.verify))
  const total = of('issueCpu') + of('verifyCpu')
  const ratio = (figure: number, floor: number) => `${(figure / floor).toFixed(2)} ×`

  say(`\n${kind}: ${visitors} visitors at once, median of ${rounds} rounds`)
  row('', ['server', 'raw', 'ratio'])
  row('CPU to issue, per visitor', [ms(of('issueCpu')), ms(rawIssue), ratio(of('issueCpu'), rawIssue)])
  row('CPU to verify, per visitor', [ms(of('verifyCpu')), ms(rawVerify), ratio(of('verifyCpu'), rawVerify)])
  row('CPU per visitor', [ms(total), ms(rawIssue + rawVerify), ratio(total, rawIssue + rawVerify)])
  const ceiling = 1000 / (rawIssue + rawVerify)
  const perCore = of('visitorsPerSecond') / availableParallelism()
  row('Visitors per second and core', [perCore.toFixed(1), ceiling.toFixed(1), ratio(perCore, ceiling)])
  row('Event-loop delay p50', [ms(of('delayP50'))])
  row('Event-loop delay p99', [ms(of('delayP99'))])
  const toldAfter = load.flatMap((figures) => figures.toldAfter)
  row('From a stored state to the browser p95', [ms(quantile(toldAfter, 0.95))])
}

/** A definition's keys take seconds; other visitors must not notice. */
async function measureKeyGeneration() {
  const visitor = new Visitor(stage.origin)
  await readProcess(stage.process)
  await registerDefinition(visitor, 'Made while measuring', true)
  const { delayP50, delayP99 } = await readProcess(stage.process)
  say('\nWhile a credential definition is made')
  row('Event-loop delay p50', [ms(delayP50)])
  row('Event-loop delay p99', [ms(delayP99)])
}

async function measureWaiting() {
  const count = 2_000
  const memory = await memoryWithWaiting(stage.origin, stage.process, count)
  say(`\n${count} visitors who wait for a wallet`)
  row('Memory of the server', [`${memory.toFixed(0)} MB`])
}
