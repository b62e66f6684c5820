// @ts-check
// `npm run long -- <name> [options of its own]`: what measures, attacks or tries something for long. Prepares what it
// stands on, the tests' wallet too, from a fresh clone on. Alone it lists the names.
import { pathToFileURL } from 'node:url'
import { provideChromium } from './chromium.mjs'
import { Stop } from './command.mjs'
import { prepare } from './prepare.mjs'
import { prepareWallet } from './prepare-wallet.mjs'
import { main } from './progress.mjs'
import { at, root } from './workspace.mjs'

/**
 * @typedef {object} LongRun
 * @property {string} file
 * @property {string} about
 * @property {boolean} [browser] whether it needs Chromium
 */

/** @type {Record<string, LongRun>} */
const runs = {
  bench: { file: 'bench/bench.ts', about: 'measures the server, the wallet and the cryptography' },
  linkability: {
    file: 'bench/linkability.ts',
    about: 'measures how well verifiers who pool tell which proofs are of one holder',
  },
  'cheating-crowd': {
    file: 'bench/cheating-crowd.ts',
    about: 'has thirty pupils behind one address follow the lessons of the lab',
  },
  'every-cheat': { file: 'bench/every-cheat.ts', about: 'sends every cheat of the lab without each check' },
  measure: {
    file: 'measure/measure.ts',
    about: 'measures every page: bytes, Lighthouse, barriers, links',
    browser: true,
  },
  photograph: { file: 'e2e/photographs/photograph.ts', about: 'leaves a picture of every screen', browser: true },
  'in-view': {
    file: 'e2e/in-view-of-all.ts',
    about: 'measures what every character sees without scrolling',
    browser: true,
  },
  journeys: {
    file: 'e2e/repeating-journeys.ts',
    about: 'the journeys that repeat another, which npm test leaves out',
    browser: true,
  },
  interop: { file: 'e2e/interop/interop.ts', about: "tries others' wallets and issuers with ours" },
  attacks: { file: 'e2e/attacks/attacks.ts', about: 'attacks the server beside an honest visitor' },
  'dearest-call': {
    file: 'e2e/attacks/dearest-call.ts',
    about: "measures the dearest call of each route on the server's event loop",
  },
  memory: { file: 'e2e/attacks/memory.ts', about: "samples the server's memory for hours beside visits and attacks" },
  security: { file: 'e2e/security/security.ts', about: 'checks every row of security and privacy', browser: true },
  faults: { file: 'e2e/faults/faults.ts', about: 'kills the server after every single write of a visit' },
  stops: { file: 'e2e/faults/stopping.ts', about: 'asks the server to stop in the middle of visits' },
  'full-disk': { file: 'e2e/faults/full-disk.ts', about: 'fills the disk in the middle of visits; for root' },
  cluster: { file: 'scripts/cluster.mjs', about: 'runs two servers on one PostgreSQL behind nginx, until Ctrl-C' },
  'cluster-visits': {
    file: 'e2e/cluster/two-servers.ts',
    about: 'takes visitors through two servers on one PostgreSQL',
  },
  'cluster-faults': {
    file: 'e2e/faults/several-servers.ts',
    about: 'the same without PostgreSQL, disk or the right time',
  },
  'cluster-journeys': {
    file: 'e2e/cluster/journeys.ts',
    about: "the browser's journeys on two servers",
    browser: true,
  },
  move: { file: 'e2e/cluster/move.ts', about: 'moves data to a PostgreSQL, killed in the middle' },
  postgres: { file: 'e2e/test-on-postgres.ts', about: "runs the server's tests on a PostgreSQL" },
  'fuzz-holder': {
    file: 'packages/anoncreds-wasm/fuzz/fuzz.ts',
    about: "gives the wallet's cryptography broken tasks",
  },
  'start-everywhere': {
    file: 'scripts/start-everywhere.mjs',
    about: 'starts the built server on each Node that it supports',
  },
  'build-wasm': { file: 'scripts/build-wasm.mjs', about: "builds the wallet's cryptography from its Rust" },
}

const [name = '', ...options] = process.argv.slice(2)
const run = Object.hasOwn(runs, name) ? runs[name] : undefined
await main(async () => {
  if (!run) {
    for (const [each, { about }] of Object.entries(runs)) process.stdout.write(`${each.padEnd(18)}${about}\n`)
    if (name) throw new Stop(`There is no long run '${name}': the names stand above.`)
  } else if (run.file.endsWith('.ts')) {
    await prepare()
    await prepareWallet()
    if (run.browser) await provideChromium()
    const { register } = await import('tsx/esm/api')
    register()
  }
})
if (run) {
  // In this very process, which signals reach; the run finds its options where it would without this script.
  process.argv = [process.execPath, at(run.file), ...options]
  process.chdir(root)
  await import(pathToFileURL(at(run.file)).href)
}
