// @ts-check
// `npm test`: everything that can be wrong, in the order in which it is quickest to find. `npm test -- unit module`
// runs some of the stages.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, runCheck } from './checks.mjs'
import { provideChromium } from './chromium.mjs'
import { attempt, Stop } from './command.mjs'
import { prepare, prepareSources } from './prepare.mjs'
import { prepareWallet } from './prepare-wallet.mjs'
import { main, secondsSince } from './progress.mjs'
import { at, readJson, root } from './workspace.mjs'

/** A stage that takes longer than this hangs. */
const stageTimeout = 40 * 60_000

/** @typedef {{ passed: number, failed: number }} Counts */

/** @type {{ name: string, projects: string[], built?: boolean }[]} */
const testStages = [
  { name: 'unit', projects: ['unit', 'web'] },
  { name: 'module', projects: ['module'], built: true },
  { name: 'browser', projects: ['browser'], built: true },
]
const stageNames = ['check', ...testStages.map((stage) => stage.name)]

/** @returns {Promise<Counts>} each tool counts as one test */
async function runChecks() {
  const counts = { passed: 0, failed: 0 }
  for (const check of checks) counts[(await runCheck(check)) ? 'passed' : 'failed']++
  return counts
}

/**
 * Runs the tests of some vitest projects.
 * @param {string[]} projects
 * @returns {Promise<Counts>}
 */
async function runTests(projects) {
  const folder = mkdtempSync(join(tmpdir(), 'test-'))
  const file = join(folder, 'result.json')
  try {
    const { ok } = await attempt(
      process.execPath,
      [
        at('node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ].concat(projects.map((project) => `--project=${project}`)),
      {
        cwd: root,
        print: true,
        timeout: stageTimeout,
        env: { NODE_ENV: 'test', ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
      },
    )
    return count(file, ok)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} file vitest's result
 * @param {boolean} ok whether vitest itself was content
 * @returns {Counts}
 */
function count(file, ok) {
  let result
  try {
    result = readJson(file)
  } catch {
    return { passed: 0, failed: 1 }
  }
  const passed = result.numPassedTests
  // A skipped test proves nothing, so it counts as failed, and so does a file that could not even be read.
  const unread = result.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ { status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = result.numTotalTests - passed + unread
  // Vitest also fails for what no test is to blame for: no test at all, or an error nobody caught.
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed }
}

/**
 * @param {string} name
 * @param {() => Promise<Counts>} run
 */
async function stage(name, run) {
  const began = performance.now()
  process.stdout.write(`\n── ${name} ──\n`)
  const counts = await run()
  process.stdout.write(
    `── ${name}: ${counts.passed} of ${counts.passed + counts.failed} in ${secondsSince(began)} ──\n`,
  )
  return counts
}

await main(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !stageNames.includes(name))
  if (unknown) throw new Stop(`There is no stage '${unknown}': choose from ${stageNames.join(', ')}.`)
  const isWanted = (/** @type {string} */ name) => wanted.length === 0 || wanted.includes(name)
  const selected = testStages.filter(({ name }) => isWanted(name))

  if (selected.some(({ built }) => built)) {
    await prepare()
    await prepareWallet()
  } else await prepareSources()
  if (isWanted('browser')) await provideChromium()

  /** @type {Counts[]} */
  const counts = []
  if (isWanted('check')) counts.push(await stage('check', runChecks))
  for (const { name, projects } of selected) counts.push(await stage(name, () => runTests(projects)))

  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
})
