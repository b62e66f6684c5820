import { parseArgs } from 'node:util'
import { openNodeLabWallet } from '@lastmile/e2e/node-lab-wallet'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { type SettingName, settings, verifiers } from '@lastmile/lab/comparison'
import type { Api } from '@lastmile/lab/exchanges'
import type { Lab } from '@lastmile/lab/lab'
import { Linker, type PresentationRecord, scoreOf } from '@lastmile/lab/linker'
import { openLab } from '@lastmile/lab/open-lab'
import { showingOneCopy } from '@lastmile/lab/showing-one-copy'
import { areaUnderCurve } from './figures.ts'
import { row, say } from './report.ts'
import { Visitor } from './visitor.ts'

/**
 * Measures how well two verifiers who pool their databases, with or without the issuer's, tell which answers came from
 * one holder (`packages/lab`). Every credential is issued and every answer verified by a server of its own; holders
 * answer the second verifier in another order than the first.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const holders = Number(positionals[0] ?? 1_000)
/** Their wallets share one thread: more at once wait for each other longer than an answer may take. */
const atOnce = 4

/** Bounds of the area under the curve. */
interface Bounds {
  atLeast?: number
  atMost?: number
}

const unlinkable: Bounds = { atMost: 0.52 }
const linked: Bounds = { atLeast: 0.99 }

/** For the verifiers alone, and with the issuer. */
const targets: Record<SettingName, { name: string; alone: Bounds; withIssuer: Bounds }> = {
  predicate: { name: 'AnonCreds, a predicate', alone: unlinkable, withIssuer: unlinkable },
  number: { name: 'AnonCreds, asked for a number', alone: linked, withIssuer: linked },
  twice: { name: 'SD-JWT, one copy shown twice', alone: linked, withIssuer: linked },
  batch: { name: 'SD-JWT, of a batch', alone: unlinkable, withIssuer: linked },
}

const server = await startServer({ settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' } })
try {
  await shippedDefinitionsMade(server)
  const labs: Lab[] = []
  await each('Labs opened', Array.from({ length: holders }, newApi), async (api) => {
    labs.push(await openLab(api, openNodeLabWallet))
  })
  await each('Credentials issued', labs, async (lab) => {
    await lab.issued('didcomm')
    await lab.issued('openid4vc')
  })
  const missed: string[] = []
  const figures = new Map<string, string[]>()
  for (const name of Object.keys(settings) as SettingName[]) {
    const target = targets[name]
    const databases = await databasesOf(labs, name)
    const issued = await Promise.all(labs.map((lab) => lab.issued(settings[name].protocol)))
    const alone = area(new Linker(databases.flat()), databases)
    const withIssuer = area(new Linker(databases.flat(), issued), databases)
    figures.set(target.name, [alone.toFixed(3), withIssuer.toFixed(3)])
    if (!isWithin(alone, target.alone) || !isWithin(withIssuer, target.withIssuer)) missed.push(target.name)
  }
  say(`\nArea under the curve of the linker, ${holders} pairs of one holder and ${holders} of two`)
  row('', ['two verifiers', 'with the issuer'])
  for (const [name, columns] of figures) row(name, columns)
  if (missed.length > 0) say(`Not as targeted: ${missed.join('; ')}`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await server.discard()
}
process.exit()

/** That of a visitor of its own. */
function newApi(): Api {
  const visitor = new Visitor(server.origin)
  return async (name, input) => (await visitor.call(name, input)).answer
}

/** All holders answer each verifier, in another order. @returns the databases, in the order of the holders */
async function databasesOf(labs: readonly Lab[], name: SettingName): Promise<PresentationRecord[][]> {
  const { protocol, question, ...wallet } = settings[name]
  const holding = labs.map((lab, holder) => ({
    lab,
    holder,
    forgery: 'showsOneCopy' in wallet ? showingOneCopy() : {},
  }))
  const databases: PresentationRecord[][] = []
  for (const verifier of verifiers) {
    const database: PresentationRecord[] = []
    await each(`${targets[name].name}, ${verifier}`, shuffled(holding), async ({ lab, holder, forgery }) => {
      const { proof, sent } = await lab.share({ protocol, question, verifier }, forgery)
      if (!proof.verified) throw new Error(`The verifier refused an honest answer: ${proof.reason}`)
      database[holder] = sent
    })
    databases.push(database)
  }
  return databases
}

/** Pairs of one holder beside as many of two. */
function area(linker: Linker, [first = [], second = []]: PresentationRecord[][]): number {
  const scores = (distance: number) =>
    first.flatMap((record, holder) => {
      const other = second[(holder + distance) % second.length]
      return other ? [scoreOf(linker.compare(record, other))] : []
    })
  return areaUnderCurve(scores(0), scores(Math.ceil(holders / 3)))
}

async function each<Item>(name: string, items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await work(next)
        if (waiting.length > 0 && waiting.length % 250 === 0) say(`${name}: ${waiting.length} are left`)
      }
    }),
  )
  say(`${name}: all ${items.length}`)
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

function isWithin(figure: number, { atLeast = 0, atMost = 1 }: Bounds): boolean {
  return figure >= atLeast && figure <= atMost
}
