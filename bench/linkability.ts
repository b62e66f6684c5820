import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openNodeLabWallet } from '@lastmile/e2e/node-lab-wallet'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { type SettingName, settings, verifiers } from '@lastmile/lab/comparison'
import type { Api } from '@lastmile/lab/exchanges'
import type { Lab } from '@lastmile/lab/lab'
import { Linker, type PresentationRecord, scoreOf } from '@lastmile/lab/linker'
import { openLabs } from '@lastmile/lab/open-lab'
import { reusingOneCopy } from '@lastmile/lab/reusing-one-copy'
import { parseSdJwt } from '@lastmile/lab/sd-jwt-parts'
import { DatabaseSync } from '@photostructure/sqlite'
import { areaUnderCurve } from './figures.ts'
import { row, say } from './report.ts'
import { Visitor } from './visitor.ts'

/**
 * Measures how well two verifiers who pool their databases, with or without the issuer's, tell which answers came from
 * one holder (`packages/lab`). Every credential is issued and every answer verified by a server of its own; holders
 * answer the second verifier in another order than the first. Their cards are of 30 days, on both sides of the end of a
 * quarter, and of three registries. Pairs of two holders are of one crowd, whose cards name the same kind, list and
 * dates, or of any.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const holders = Number(positionals[0] ?? 1_000)
/** Their wallets share one thread: more at once wait for each other longer than an answer may take. */
const atOnce = 4
const days = 30
const registries = 3
const day = 24 * 60 * 60_000

// The clock of this process and of the server: the wallets' proofs name the time.
const folder = await mkdtemp(join(tmpdir(), 'linkability-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
const clockFile = join(folder, 'ahead')
const realNow = Date.now
/** A third of the days are of this quarter, the others of the next one. Ahead of now: certificates begin today. */
const firstDay = endOfQuarter(realNow() + 10 * day) - (days / registries) * day
const setClock = (time: number) => writeFileSync(clockFile, String(Math.round(time - realNow())))
setClock(firstDay)
process.env.CLOCK_FILE = clockFile
const clock = new URL('shift-clock.mjs', import.meta.url).href
await import(clock)

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

const server = await startServer({
  settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' },
  nodeOptions: ['--import', clock],
})
try {
  await shippedDefinitionsMade(server)
  const labs: Lab[] = []
  await each('Labs opened', Array.from({ length: holders }, newApi), async (api) => {
    const [lab] = await openLabs(api, openNodeLabWallet)
    labs.push(lab)
  })
  for (let number = 0; number < days; number++) {
    setClock(firstDay + number * day)
    await pause(200)
    if (number > 0 && number % (days / registries) === 0) fillRegistries()
    const ofDay = labs.filter((_, holder) => Math.floor((holder * days) / holders) === number)
    await each(`Credentials issued on day ${number + 1}`, ofDay, async (lab) => {
      await lab.issued('didcomm')
      await lab.issued('openid4vc')
    })
  }
  const missed: string[] = []
  const figures = new Map<string, string[]>()
  for (const name of Object.keys(settings) as SettingName[]) {
    const target = targets[name]
    const databases = await databasesOf(labs, name)
    const issued = await Promise.all(labs.map((lab) => lab.issued(settings[name].protocol)))
    const linker = new Linker(databases.flat())
    const [alone, across] = [area(linker, databases, true), area(linker, databases, false)]
    const withIssuer = area(new Linker(databases.flat(), issued), databases, true)
    const crowds = new Set(databases[0]?.map(crowdOf)).size
    figures.set(target.name, [...[alone, withIssuer, across].map((each) => each.toFixed(3)), String(crowds)])
    if (!isWithin(alone, target.alone) || !isWithin(withIssuer, target.withIssuer)) missed.push(target.name)
  }
  say(`\nArea under the curve of the linker, ${holders} pairs of one holder and as many of two of one crowd, or of any`)
  row('', ['two verifiers', 'with the issuer', 'two of any crowd', 'crowds'])
  for (const [name, columns] of figures) row(name, columns)
  if (missed.length > 0) say(`Not as targeted: ${missed.join('; ')}`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await server.discard()
}
process.exit()

/** Milliseconds since 1970, by UTC. */
function endOfQuarter(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), (Math.floor(date.getUTCMonth() / 3) + 1) * 3)
}

/** So that the next credentials are of others. */
function fillRegistries(): void {
  const database = new DatabaseSync(join(server.dataDir, 'last-mile.sqlite'), { timeout: 5_000 })
  database.exec('update revocation_registries set next_index = size where next_index > 1')
  database.close()
}

/** Values that a presentation has in common with all others of its crowd. */
function crowdOf({ presentation }: PresentationRecord): string {
  if (typeof presentation !== 'string') return JSON.stringify(presentation.identifiers, ['cred_def_id', 'rev_reg_id'])
  return JSON.stringify(parseSdJwt(presentation).issued.payload, ['vct', 'iat', 'exp', 'status', 'status_list', 'uri'])
}

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
    forgery: 'reusesOneCopy' in wallet ? reusingOneCopy() : {},
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

/** Pairs of one holder beside as many of two, of one crowd or of any. */
function area(linker: Linker, [first = [], second = []]: PresentationRecord[][], isWithinCrowd: boolean): number {
  const score = (one: PresentationRecord, other: PresentationRecord) => scoreOf(linker.compare(one, other))
  const ofOne = first.flatMap((record, holder) => {
    const other = second[holder]
    return other ? [score(record, other)] : []
  })
  const ofTwo = first.flatMap((record, holder) => {
    const others = second.filter(
      (other, each) => each !== holder && (!isWithinCrowd || crowdOf(other) === crowdOf(record)),
    )
    const other = others[Math.floor(Math.random() * others.length)]
    return other ? [score(record, other)] : []
  })
  return areaUnderCurve(ofOne, ofTwo)
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
