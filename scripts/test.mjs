// @ts-check
// `npm test`: everything that can be wrong, in the order in which it is quickest to find. `npm test -- unit module`
// runs some of the stages.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checks, runChecks } from './checks.mjs'
import { provideChromium } from './chromium.mjs'
import { attempt, Stop } from './command.mjs'
import { prepare, prepareSources } from './prepare.mjs'
import { prepareWallet } from './prepare-wallet.mjs'
import { main, secondsSince } from './progress.mjs'
import { at, readJson, root } from './workspace.mjs'

/** A stage that takes longer than this hangs. */
const stageTimeout = 40 * 60_000

/** @typedef {{ passed: number, failures: string[], left?: number }} Outcome with the names of what failed */
/** @typedef {{ fullName: string, status: string, tags: string[] }} Result of a test, as vitest writes it */

/** Of journeys that run in `npm run long -- journeys`. */
const repeats = 'repeats'

/** @type {{ name: string, projects: string[], built?: boolean, options?: string[] }[]} */
const testStages = [
  { name: 'unit', projects: ['unit', 'web', 'web-alone'] },
  { name: 'module', projects: ['module', 'module-alone'], built: true },
  { name: 'browser', projects: ['browser'], built: true, options: [`--tags-filter=!${repeats}`] },
]
const stageNames = ['check', ...testStages.map((stage) => stage.name)]

/** @returns {Promise<Outcome>} each tool counts as one test */
async function runEveryCheck() {
  const failures = await runChecks(checks)
  return { passed: checks.length - failures.length, failures }
}

/**
 * Runs the tests of some vitest projects.
 * @param {string[]} projects
 * @param {string[]} options
 * @returns {Promise<Outcome>}
 */
async function runTests(projects, options = []) {
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
        ...options,
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
 * @returns {Outcome}
 */
function count(file, ok) {
  let result
  try {
    result = readJson(file)
  } catch {
    return { passed: 0, failures: ['vitest left no result'] }
  }
  const passed = result.numPassedTests
  /** @type {{ name: string, status: string, assertionResults: Result[] }[]} */
  const files = result.testResults
  const isLeft = (/** @type {{ tags: string[] }} */ { tags }) => tags.includes(repeats)
  // A skipped test proves nothing, so it counts as failed, and so does a file that could not even be read.
  const failures = files.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((test) => test.status !== 'passed' && !isLeft(test))
    if (tests.length === 0 && status === 'failed') return [file]
    return tests.map((test) => `${file}: ${test.fullName}`)
  })
  // Vitest also fails for what no test is to blame for: no test at all, or an uncaught error.
  if (failures.length === 0 && (!ok || passed === 0)) failures.push('vitest itself')
  return { passed, failures, left: files.flatMap((file) => file.assertionResults).filter(isLeft).length }
}

/**
 * @param {string} name
 * @param {() => Promise<Outcome>} run
 */
async function stage(name, run) {
  const began = performance.now()
  process.stdout.write(`\n── ${name} ──\n`)
  const outcome = await run()
  const { passed, failures } = outcome
  process.stdout.write(`── ${name}: ${passed} of ${passed + failures.length} in ${secondsSince(began)} ──\n`)
  return outcome
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

  /** @type {Outcome[]} */
  const outcomes = []
  if (isWanted('check')) outcomes.push(await stage('check', runEveryCheck))
  for (const { name, projects, options } of selected)
    outcomes.push(await stage(name, () => runTests(projects, options)))

  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`)
  const left = outcomes.reduce((sum, outcome) => sum + (outcome.left ?? 0), 0)
  if (left > 0) process.stdout.write(`\n${left} more journeys, which repeat others: npm run long -- journeys`)
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
})
