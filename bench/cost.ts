import { availableParallelism } from 'node:os'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { median, quantile } from './figures.ts'
import { createProduct, registerDefinition } from './product.ts'
import { measureRawCryptography, type RawCost } from './raw-cryptography.ts'
import { ms, ratio, row, say } from './report.ts'
import { connectVisitors, type LoadFigures, measureLoad, type Stage } from './server-load.ts'
import { keyMakingTime, readProcess, signingWorkers } from './server-process.ts'
import { measureVisits, type Party, Rounds } from './visit.ts'
import { Visitor } from './visitor.ts'
import { memoryWithWaiting } from './waiting-visitors.ts'
import { withWallets } from './wallets.ts'

/**
 * Measures a visitor's cost beside the same cryptography done directly on the native library, in one run on one
 * machine (quality targets, speed). Times on shared machines drift; the ratios are what counts.
 */
export async function measureCost(visitors = 20, rounds = 3): Promise<void> {
  const server = await startServer({ settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' } })
  try {
    // A new server makes keys in the background, which would count as what visitors cost.
    await shippedDefinitionsMade(server)
    const registrar = new Visitor(server.origin)
    const plain = await registerDefinition(registrar, 'Plain credential', false)
    const revocable = await registerDefinition(registrar, 'Revocable credential', true)
    const { origin, pid, metricsUrl } = server
    const process = { pid, metricsUrl, workers: await signingWorkers(pid) }
    const stage: Stage = { origin, process }

    const keysBefore = await keyMakingTime(process)
    const didcommCpu = await measureWholeVisitor(stage, revocable, visitors, rounds)
    const sdJwt = await registerDefinition(registrar, 'Revocable credential', true, 'openid4vc')
    await measureOpenid4vc(stage, sdJwt, didcommCpu, visitors, rounds)
    await measureKind(stage, plain, false, visitors, rounds)
    await measureKind(stage, revocable, true, visitors, rounds)
    say()
    row('CPU for keys meanwhile, in none of the above', [ms((await keyMakingTime(process)) - keysBefore)])
    await measureKeyGeneration(stage)
    await measureWaiting(stage)
  } finally {
    await server.discard()
  }
}

/**
 * From the invitation to the verified proof, with everything that the server does for it.
 * @returns milliseconds of CPU per visitor
 */
async function measureWholeVisitor(stage: Stage, definitionId: string, visitors: number, rounds: number) {
  const product = createProduct({ ...stage.process, origin: stage.origin }, definitionId)
  const raw: number[] = []
  const measured = await measureRounds(product, visitors, rounds, () => {
    const { issue, verify } = measureRawCryptography(true, 7)
    raw.push(issue + verify)
  })
  const cpu = median(measured.cpu)
  say(`\nWhole visitor, revocable credential: median of ${rounds} rounds of ${howMany(visitors)}`)
  row('', ['server', 'raw', 'ratio'])
  row('CPU per visitor', [ms(cpu), ms(median(raw)), ratio(cpu, median(raw))])
  reportTimes(measured)
  return cpu
}

/** The same by OpenID4VC, beside what it costs by DIDComm in the same run. */
async function measureOpenid4vc(stage: Stage, definitionId: string, didcomm: number, visitors: number, rounds: number) {
  const product = createProduct({ ...stage.process, origin: stage.origin }, definitionId, 'openid4vc')
  const measured = await measureRounds(product, visitors, rounds)
  const cpu = median(measured.cpu)
  say(`\nWhole visitor by OpenID4VC: median of ${rounds} rounds of ${howMany(visitors)}`)
  row('', ['OpenID4VC', 'DIDComm', 'ratio'])
  row('CPU per visitor', [ms(cpu), ms(didcomm), ratio(cpu, didcomm)])
  reportTimes(measured)
}

const aloneOf = (visitors: number): number => Math.ceil(visitors / 2)
const howMany = (visitors: number): string => `${aloneOf(visitors)} visitors and ${visitors} ten at once`

/** @param after each round that counts: the first warms caches and compiled code up */
async function measureRounds(party: Party, visitors: number, rounds: number, after = () => {}): Promise<Rounds> {
  const measured = new Rounds()
  for (let round = 0; round <= rounds; round += 1) {
    const oneAtATime = await withWallets(aloneOf(visitors), (wallets) => measureVisits(party, wallets, 1))
    const tenAtOnce = await withWallets(visitors, (wallets) => measureVisits(party, wallets, 10))
    if (round === 0) continue
    measured.add(oneAtATime, tenAtOnce)
    after()
  }
  return measured
}

function reportTimes({ p50, p95, failures }: Rounds): void {
  row('', ['p50', 'p95'])
  row('One at a time, with the wallet’s own work', [ms(median(p50.oneAtATime)), ms(p95.oneAtATime)])
  row('Ten at once, with the wallets’ own work', [ms(median(p50.tenAtOnce)), ms(p95.tenAtOnce)])
  if (failures.length > 0) say(`${failures.length} visitors failed and are in no time above:\n${failures.join('\n')}`)
}

/** To issue and to verify alone, in bursts that the server alone works on. */
async function measureKind(stage: Stage, definitionId: string, revocable: boolean, visitors: number, rounds: number) {
  const raw: RawCost[] = []
  const load: LoadFigures[] = []
  // The first round is not counted here either.
  for (let round = 0; round <= rounds; round += 1) {
    const connected = await connectVisitors(stage, visitors)
    const figures = await measureLoad(stage, connected, definitionId, revocable)
    if (round > 0) load.push(figures)
    if (round > 0) raw.push(measureRawCryptography(revocable, 7))
  }
  const of = (name: Exclude<keyof LoadFigures, 'notifiedAfter'>) => median(load.map((figures) => figures[name]))
  const rawIssue = median(raw.map((cost) => cost.issue))
  const rawVerify = median(raw.map((cost) => cost.verify))
  const total = of('issueCpu') + of('verifyCpu')

  say(`\n${revocable ? 'Revocable' : 'Plain'} credential: ${visitors} visitors at once, median of ${rounds} rounds`)
  row('', ['server', 'raw', 'ratio'])
  row('CPU to issue, per visitor', [ms(of('issueCpu')), ms(rawIssue), ratio(of('issueCpu'), rawIssue)])
  row('CPU to verify, per visitor', [ms(of('verifyCpu')), ms(rawVerify), ratio(of('verifyCpu'), rawVerify)])
  row('CPU of both', [ms(total), ms(rawIssue + rawVerify), ratio(total, rawIssue + rawVerify)])
  const ceiling = 1000 / (rawIssue + rawVerify)
  const perCore = of('visitorsPerSecond') / availableParallelism()
  row('Visitors per second and core', [perCore.toFixed(1), ceiling.toFixed(1), ratio(perCore, ceiling)])
  row('Event-loop delay p50', [ms(of('delayP50'))])
  row('Event-loop delay p99', [ms(of('delayP99'))])
  const notifiedAfter = load.flatMap((figures) => figures.notifiedAfter)
  row('From a stored state to the browser p95', [ms(quantile(notifiedAfter, 0.95))])
}

/** A definition's keys take seconds; other visitors must not notice. */
async function measureKeyGeneration({ origin, process }: Stage) {
  await readProcess(process)
  await registerDefinition(new Visitor(origin), 'Made while measuring', true)
  const { delayP50, delayP99 } = await readProcess(process)
  say('\nWhile a credential definition is made')
  row('Event-loop delay p50', [ms(delayP50)])
  row('Event-loop delay p99', [ms(delayP99)])
}

async function measureWaiting({ origin, process }: Stage) {
  const count = 2_000
  const memory = await memoryWithWaiting(origin, process.pid, count)
  say(`\n${count} visitors who wait for a wallet`)
  row('Memory of the server', [`${memory.toFixed(0)} MB`])
}
