import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../server.ts'
import { createWallet } from '../wallet/wallet.ts'
import { honestVisit, preparedDefinition } from './honest-visitor.ts'
import { scenarios } from './scenarios.ts'

/**
 * Attacks the built server as a stranger would, one kind after the other, and measures an honest visitor beside each: how long whole
 * visits take without and with the attack, in turns, because times drift on shared machines.
 */
const { values: options } = parseArgs({
  options: {
    /** Seconds of attack for each kind. */
    seconds: { type: 'string', default: '30' },
    /** Kinds, by commas; all by default. */
    only: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
/** Visits without the attack are there to compare with: a third of the time is enough for that. */
const quietSeconds = Math.min(seconds, Math.max(60, seconds / 3))
const kinds = options.only?.split(',') ?? Object.keys(scenarios)
/** What an honest visitor may feel: quality targets, "hostile wallets". */
const target = 1.1
const turns = 3

const say = (text = '') => process.stdout.write(`${text}\n`)
const attackerFile = fileURLToPath(new URL('attacker.ts', import.meta.url))
const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))
const server = await startServer({
  // Limits as they are shipped; who calls is told by a proxy.
  settings: {
    CONTENT_DIR: content,
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: '1',
    ALLOW_PRIVATE_WALLETS: 'true',
    LOG_LEVEL: 'error',
  },
})
const wallet = await createWallet()
const { origin } = server
let failed = 0

const p95 = (figures: number[]) =>
  figures.toSorted((one, other) => one - other)[Math.ceil(figures.length * 0.95) - 1] ?? Number.NaN

/** Whole visits one after the other, for so long. */
async function visits(definition: string, duration: number): Promise<number[]> {
  const until = performance.now() + duration
  const took: number[] = []
  while (performance.now() < until) {
    took.push(
      await honestVisit(origin, wallet, definition).catch((error: Error) => {
        failed += 1
        say(`  An honest visit failed: ${error.message}`)
        return Number.POSITIVE_INFINITY
      }),
    )
    // A person's network may begin so many exchanges in ten minutes.
    await pause(500)
  }
  return took
}

async function attacked(kind: string, definition: string): Promise<boolean> {
  if (!(kind in scenarios))
    throw new Error(`There is no attack of the kind ${kind}: ${Object.keys(scenarios).join(', ')}`)
  const quiet: number[] = []
  const under: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    quiet.push(...(await visits(definition, (quietSeconds * 1_000) / turns)))
    const attacker = spawn(process.execPath, ['--import', 'tsx', attackerFile, kind, origin], { stdio: 'inherit' })
    const ended = once(attacker, 'exit')
    // It shall not win by taking the processor.
    if (attacker.pid) setPriority(attacker.pid, constants.priority.PRIORITY_LOW)
    // Until it is at its height.
    await pause(3_000)
    under.push(...(await visits(definition, (seconds * 1_000) / turns)))
    attacker.kill()
    await ended
  }
  const ratio = p95(under) / p95(quiet)
  const figures = `${p95(quiet).toFixed(0).padStart(7)} ms ${p95(under).toFixed(0).padStart(7)} ms ${ratio.toFixed(2).padStart(6)}`
  say(
    `${kind.padEnd(22)}${figures}   ${quiet.length} and ${under.length} visits${ratio > target ? '   above the target' : ''}`,
  )
  return ratio <= target
}

let felt = 0
try {
  const definition = await preparedDefinition(origin)
  await visits(definition, 5_000)
  say(
    `p95 of an honest visit without and with the attack, and their ratio (target ${target}), ${seconds} s of each kind`,
  )
  for (const kind of kinds) if (!(await attacked(kind, definition))) felt += 1
  const unwell = server.output.split('\n').filter((line) => /not caught|"level":(50|60),/.test(line))
  for (const line of unwell.slice(0, 20)) say(line)
} finally {
  await wallet.close()
  await server.discard()
}
say(`${failed} honest visits failed; ${felt} of ${kinds.length} kinds were felt.`)
// The native library of the wallet leaves something behind that keeps the process alive.
process.exit(failed > 0 || felt > 0 ? 1 : 0)
