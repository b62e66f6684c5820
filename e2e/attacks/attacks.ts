import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Protocol, protocols } from '@lastmile/contracts'
import { preparedDefinition } from '../cluster/whole-visit.ts'
import { freePort } from '../free-port.ts'
import { startServer } from '../server.ts'
import type { Told } from './attacker.ts'
import { besides, floods } from './floods.ts'
import { type HonestWallet, honestVisit, honestWallets } from './honest-visitor.ts'
import { hostileServers, meeting, meetStrangers } from './hostile-servers.ts'
import { rowsLeft, rowsOf } from './rows-left.ts'
import { scenarios } from './scenarios.ts'

/**
 * Attacks the built server as a stranger would, one kind after the other or all at once, and measures an honest visitor
 * beside each: how long whole visits take without and with the attack, in turns, because times drift on shared
 * machines. In the turns without, the same strangers attack another server on this machine: what they use of its cores
 * themselves is no harm that they do. Hostile servers meet the honest visitor's wallet.
 */
const { values: options } = parseArgs({
  options: {
    /** Seconds of attack for each kind. */
    seconds: { type: 'string', default: '30' },
    /** Kinds, by commas; all by default. */
    only: { type: 'string' },
    /** The honest visitor's; both by default. */
    protocol: { type: 'string' },
    /** All these kinds at the same time. */
    together: { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
/** Visits without the attack are there to compare with: a fifth of the time is enough for that. */
const quietSeconds = Math.min(seconds, Math.max(60, seconds / 5))
const alone = { ...hostileServers, ...floods }
const asked = options.only?.split(',') ?? [...Object.keys(scenarios), ...(options.together ? [] : Object.keys(alone))]
const kinds = asked.filter((kind) => kind in scenarios)
const attacks = options.together ? [kinds] : kinds.map((kind) => [kind])
const families = protocols.filter((each) => each === (options.protocol ?? each))
/** The effect that an honest visitor may feel: quality targets, "hostile wallets". */
const target = 1.1
/** Quality targets, "strangers' floods" and hostile servers: milliseconds above the control, megabytes above before. */
const targets = { later: 100, more: 256 }
/** Of about two minutes of attack, so that both halves of a turn find the machine alike. */
const turns = Math.max(3, Math.round(seconds / 120))

const say = (text = '') => process.stdout.write(`${text}\n`)
const attackerFile = fileURLToPath(new URL('attacker.ts', import.meta.url))
const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))
// Limits as they are shipped; a proxy says who calls.
const settings = {
  CONTENT_DIR: content,
  RATE_LIMIT_FACTOR: '1',
  TRUST_PROXY: '1',
  ALLOW_PRIVATE_WALLETS: 'true',
  LOG_LEVEL: 'error',
}
const server = await startServer({ settings })
const bystander = await startServer({ settings })
const dump = await startDump()
const { origin } = server
let failed = 0
/** Attacks that ended before their time, or never did what they do, so that what was measured says too little. */
let broken = 0
/** Things that attacks may not get and got, each once. */
const gains = new Set<string>()
function gained(kind: string, what: string) {
  const gain = `${kind}: ${what}`
  if (!gains.has(gain)) say(`  An attack got through: ${gain}`)
  gains.add(gain)
}

/** A port in a process of its own that takes all bytes and says nothing. */
async function startDump(): Promise<{ origin: string; end: () => Promise<void> }> {
  const port = await freePort()
  const source = `require('node:net').createServer((s) => s.resume().on('error', () => {})).listen(${port}, '127.0.0.1')`
  const child = spawn(process.execPath, ['-e', source], { stdio: 'inherit' })
  return {
    origin: `http://127.0.0.1:${port}`,
    end: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

const p95 = (figures: number[]) =>
  figures.toSorted((one, other) => one - other)[Math.ceil(figures.length * 0.95) - 1] ?? Number.NaN

/** A wallet that holds more credentials is slower: both halves of a turn have wallets alike, however long they are. */
const visitsOfOneWallet = 10

/** A wallet, and what happens with it around each of its visits. */
interface Opened {
  wallet: HonestWallet
  around(visit: () => Promise<unknown>): Promise<unknown>
  close(): Promise<void>
}

async function honestAlone(protocol: Protocol): Promise<Opened> {
  const wallet = await honestWallets[protocol]()
  return { wallet, around: (visit) => visit(), close: () => wallet.close() }
}

/** Whole visits one after the other, for so long. */
async function visits(
  protocol: Protocol,
  definition: string,
  duration: number,
  open = () => honestAlone(protocol),
): Promise<number[]> {
  const until = performance.now() + duration
  const took: number[] = []
  while (performance.now() < until) {
    const { wallet, around, close } = await open()
    const visit = async () => {
      const time = await honestVisit(origin, wallet, definition, protocol).catch((error: Error) => {
        failed += 1
        say(`  An honest visit failed: ${error.message}`)
        return Number.POSITIVE_INFINITY
      })
      took.push(time)
    }
    // The wallet's first visit reads what is published.
    await visit()
    took.pop()
    for (let count = 0; count < visitsOfOneWallet && performance.now() < until; count += 1) {
      await around(visit)
      // A person's network may begin so many exchanges in ten minutes.
      await pause(500)
    }
    await close()
  }
  return took
}

/** Begins an attack in a process of its own, which may take seconds to start. @returns what ends it */
async function begin(kind: string, origin: string): Promise<() => Promise<void>> {
  const attacker = spawn(process.execPath, ['--import', 'tsx', attackerFile, kind, origin], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(attacker, 'exit')
  attacker.on('message', (told: Told) => {
    if (typeof told === 'string') return
    if ('got' in told) return gained(kind, told.got)
    broken += 1
    say(`  No act of ${kind} succeeds: ${told.failed}`)
  })
  // It shall not win by taking the processor.
  if (attacker.pid) setPriority(attacker.pid, constants.priority.PRIORITY_LOW)
  await Promise.race([once(attacker, 'message'), ended])
  return async () => {
    if (attacker.exitCode !== null) broken += 1
    attacker.kill()
    await ended
  }
}

async function attacked(kinds: string[], protocol: Protocol, definition: string): Promise<boolean> {
  const quiet: number[] = []
  const under: number[] = []
  const beside = async (attackedOrigin: string, duration: number) => {
    const attacks = await Promise.all(kinds.map((kind) => begin(kind, attackedOrigin)))
    // Until they are at their height.
    await pause(kinds.length * 3_000)
    const took = await visits(protocol, definition, duration)
    await Promise.all(attacks.map((end) => end()))
    return took
  }
  for (let turn = 0; turn < turns; turn++) {
    quiet.push(...(await beside(bystander.origin, (quietSeconds * 1_000) / turns)))
    under.push(...(await beside(origin, (seconds * 1_000) / turns)))
  }
  const isBelow = p95(under) <= p95(quiet) * target
  sayVisits(kinds.length > 1 ? 'all together' : kinds.join(), protocol, { quiet, under, isBelow })
  return isBelow
}

/** Visits with a wallet that hostile servers meet, and with one that they do not. */
async function metBy(kind: string, protocol: Protocol, definition: string): Promise<boolean> {
  const quiet: number[] = []
  const under: number[] = []
  const open = (isMet: boolean) => async (): Promise<Opened> => {
    const met = await meetStrangers(origin, protocol)
    const around = (visit: () => Promise<unknown>) =>
      isMet ? meeting(kind, met, visit).catch((error: Error) => gained(kind, error.message)) : visit()
    return { wallet: met.wallet, around, close: met.close }
  }
  for (let turn = 0; turn < turns; turn++) {
    quiet.push(...(await visits(protocol, definition, (quietSeconds * 1_000) / turns, open(false))))
    under.push(...(await visits(protocol, definition, (seconds * 1_000) / turns, open(true))))
  }
  const isBelow = p95(under) <= p95(quiet) + targets.later
  sayVisits(kind, protocol, { quiet, under, isBelow })
  return isBelow
}

function sayVisits(
  name: string,
  protocol: Protocol,
  { quiet, under, isBelow }: { quiet: number[]; under: number[]; isBelow: boolean },
) {
  const [without, beside] = [p95(quiet), p95(under)]
  const figures = `${without.toFixed(0).padStart(7)} ms ${beside.toFixed(0).padStart(7)} ms ${(beside / without).toFixed(2).padStart(6)}`
  say(
    `${name.padEnd(22)}${protocol.padEnd(10)}${figures}   ${quiet.length} and ${under.length} visits${isBelow ? '' : '   above the target'}`,
  )
}

/** Milliseconds that one cheap call after the other takes, ten a second. */
async function calls(duration: number, from: string): Promise<number[]> {
  const took: number[] = []
  const until = performance.now() + duration
  const call = async () => {
    const began = performance.now()
    const headers = { 'x-forwarded-for': from }
    const answer = await fetch(`${origin}/demo/wallets`, { headers, signal: AbortSignal.timeout(15_000) }).catch(
      () => undefined,
    )
    await answer?.arrayBuffer()
    took.push(answer?.ok ? performance.now() - began : Number.POSITIVE_INFINITY)
  }
  const all: Promise<void>[] = []
  while (performance.now() < until) {
    all.push(call())
    await pause(100)
  }
  await Promise.all(all)
  return took
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

/** Calls beside the same bytes, first to a port that throws them away and then to the server. */
async function flooded(kind: string): Promise<boolean> {
  const from = besides[kind] ?? '198.51.100.7'
  const beside = async (floodedOrigin: string) => {
    const end = await begin(kind, floodedOrigin)
    await pause(3_000)
    const took = await calls(seconds * 1_000, from)
    await end()
    return took
  }
  const quiet = await beside(dump.origin)
  const before = memory()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, memory())
  }, 200)
  const under = await beside(origin)
  clearInterval(watching)
  const isFelt = !(p95(under) - p95(quiet) <= targets.later && most - before <= targets.more)
  say(
    `${kind.padEnd(22)}${p95(quiet).toFixed(0).padStart(7)} ms ${p95(under).toFixed(0).padStart(7)} ms ${before.toFixed(0).padStart(6)} to ${most.toFixed(0)} MB   ${under.length} calls, ${under.filter((each) => each === Number.POSITIVE_INFINITY).length} failed${isFelt ? '   above the target' : ''}`,
  )
  return !isFelt
}

/** Whether the server's memory grew by no more than the target while all this went on. */
async function isMemoryBack(before: number, most: number): Promise<boolean> {
  // Silence, in which what was collected is given back.
  await pause(10_000)
  const after = memory()
  const isBack = most - before <= targets.more && after - before <= targets.more
  say(
    `memory of the server: ${before.toFixed(0)} MB before, ${most.toFixed(0)} at most, ${after.toFixed(0)} after${isBack ? '' : '   above the target'}`,
  )
  return isBack
}

let felt = 0
const feltUnless = (isWell: boolean) => {
  if (!isWell) felt += 1
}
try {
  const all = { ...scenarios, ...alone }
  for (const kind of asked)
    if (!(kind in all)) throw new Error(`There is no attack of the kind ${kind}: ${Object.keys(all).join(', ')}`)
  if (families.length === 0) throw new Error(`There is no protocol ${options.protocol}: ${protocols.join(', ')}`)
  const definitions = await Promise.all(families.map((protocol) => preparedDefinition(origin, protocol)))
  for (const [index, protocol] of families.entries()) await visits(protocol, definitions[index] ?? '', 5_000)
  const rows = rowsOf(server)
  const before = memory()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, memory())
  }, 200)
  if (kinds.length > 0) {
    await preparedDefinition(bystander.origin)
    say(
      `p95 of an honest visit without and with the attack, and their ratio (target ${target}), ${seconds} s of each kind`,
    )
    for (const [index, protocol] of families.entries())
      for (const each of attacks) feltUnless(await attacked(each, protocol, definitions[index] ?? ''))
  }
  const hostile = asked.filter((each) => each in hostileServers)
  if (hostile.length > 0)
    say(`p95 of an honest visit without and with hostile servers (target ${targets.later} ms more)`)
  for (const [index, protocol] of families.entries())
    for (const kind of hostile) feltUnless(await metBy(kind, protocol, definitions[index] ?? ''))
  clearInterval(watching)
  feltUnless(await isMemoryBack(before, most))
  const flooding = asked.filter((each) => each in floods)
  if (flooding.length > 0) say('p95 of an honest call, and memory, without and with the flood')
  for (const kind of flooding) feltUnless(await flooded(kind))
  const left = await rowsLeft(server, rows)
  say(`rows of tables that are left when all is over: ${left.join(', ') || 'none more than before'}`)
  feltUnless(left.length === 0)
  const unwell = server.output.split('\n').filter((line) => /not caught|"level":(50|60),/.test(line))
  for (const line of unwell.slice(0, 20)) say(line)
} finally {
  await Promise.all([server.discard(), bystander.discard(), dump.end()])
}
say(
  `${failed} honest visits failed; an attack was felt ${felt} times and got through in ${gains.size} ways; ${broken} broke off before their time.`,
)
// The native library of the wallet leaves something behind that keeps the process alive.
process.exit(failed > 0 || felt > 0 || gains.size > 0 || broken > 0 ? 1 : 0)
