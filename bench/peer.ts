import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createObjectServer } from '@lastmile/e2e/object-server'
import { preparePython } from '@lastmile/e2e/python-environment'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { startHolder, startPeer } from './aca-py.ts'
import { median } from './figures.ts'
import { createProduct, registerDefinition } from './product.ts'
import { ms, row, say } from './report.ts'
import { keyMakingTime, signingWorkers } from './server-process.ts'
import { measureVisits, type Party, Rounds } from './visit.ts'
import { Visitor } from './visitor.ts'

/** Rounds that are not counted: our server still compiles what it runs while the first hundred visitors come. */
const warmUp = 3
const release = { name: 'acapy-agent', version: '1.7.0', pythons: ['3.13'] } as const

/**
 * Measures a visitor's cost beside the same visitor of ACA-Py as issuer and verifier: the same wallet, which is
 * an ACA-Py too, the same attributes and questions, round by round on the same machine.
 */
export async function compareWithPeer(visitors = 60, rounds = 9): Promise<void> {
  const python = await preparePython(release)
  if (!python)
    throw new Error(`ACA-Py ${release.version} needs Python ${release.pythons}, which is not on this machine.`)
  const folder = await mkdtemp(join(tmpdir(), 'bench-peer-'))
  const objectServer = await createObjectServer()
  const server = await startServer({ settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' } })
  const stops = [() => server.discard()]
  try {
    const common = { python, folder, objectServer: objectServer.url }
    const holder = await startHolder(common)
    stops.push(holder.stop)
    const peer = await startPeer(common)
    stops.push(peer.stop)
    await shippedDefinitionsMade(server)
    const definitionId = await registerDefinition(new Visitor(server.origin), 'Revocable credential', true)
    const { origin, pid, metricsUrl } = server
    const process = { pid, metricsUrl, workers: await signingWorkers(pid) }
    const product = createProduct({ ...process, origin }, definitionId)

    const alone = Math.ceil(visitors / 3)
    const figures = { ours: new Rounds(), peer: new Rounds() }
    const oneRound = async (party: Party) => {
      const wallets = (count: number) => Array.from({ length: count }, () => holder.scan)
      const oneAtATime = await measureVisits(party, wallets(alone), 1, { leave: holder.forgetCredentials })
      const tenAtOnce = await measureVisits(party, wallets(visitors), 10)
      await holder.forgetCredentials()
      return [oneAtATime, tenAtOnce] as const
    }
    const keysBefore = await keyMakingTime(process)
    for (let round = -warmUp; round < rounds; round += 1) {
      const [ours, theirs] = [await oneRound(product), await oneRound(peer)]
      if (round < 0) continue
      figures.ours.add(...ours)
      figures.peer.add(...theirs)
    }
    report(figures, { visitors, alone, rounds })
    row('CPU of ours for keys meanwhile, in none of the above', [ms((await keyMakingTime(process)) - keysBefore)])
    await rm(folder, { recursive: true, force: true })
  } finally {
    for (const stop of stops.reverse()) await stop()
    objectServer.close()
  }
}

function report(
  { ours, peer }: { ours: Rounds; peer: Rounds },
  { visitors, alone, rounds }: { visitors: number; alone: number; rounds: number },
) {
  // Of each round with the one after it, so that what slows the machine for a while slows both.
  const line = (name: string, mine: number[], theirs: number[], target: number) => {
    const ratio = median(mine.map((figure, round) => figure / (theirs[round] ?? Number.NaN)))
    row(name, [ms(median(mine)), ms(median(theirs)), `${ratio.toFixed(2)} ×`, `${target} ×`])
  }
  say(
    `\nWhole visitor, revocable credential: median of ${rounds} rounds of ${alone} visitors and ${visitors} ten at once`,
  )
  row('', ['ours', 'ACA-Py', 'ratio', 'at most'])
  line('CPU per visitor', ours.cpu, peer.cpu, 0.5)
  line('One at a time p50', ours.p50.oneAtATime, peer.p50.oneAtATime, 0.65)
  line('Ten at once p50', ours.p50.tenAtOnce, peer.p50.tenAtOnce, 0.85)
  row('One at a time p95', [ms(ours.p95.oneAtATime), ms(peer.p95.oneAtATime)])
  row('Ten at once p95', [ms(ours.p95.tenAtOnce), ms(peer.p95.tenAtOnce)])
  row('Visitors who failed, in no time above', [`${ours.failures.length}`, `${peer.failures.length}`])
  for (const failure of [...ours.failures, ...peer.failures]) say(failure)
}
