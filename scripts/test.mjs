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
import { NoToolchain } from './prerequisites.mjs'
import { main, secondsSince } from './progress.mjs'
import { at, readJson, root } from './workspace.mjs'

/** A stage that takes longer than this hangs. */
const stageTimeout = 40 * 60_000

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {string[]} failures the names of what failed
 * @property {number} [repeating] journeys that were left to `npm run long -- journeys`
 * @property {number} [leftOut] tests that the wallet's add-ons are missing for, or whole files of them
 */

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

/** As a test fails without the wallet's add-ons: they don't load, here or in the wallet's process. */
const needsAddons = /@2060\.io|The wallets' process ended/

/**
 * Runs the tests of a stage.
 * @param {typeof testStages[number]} stage
 * @param {boolean} hasAddons
 * @returns {Promise<Outcome>}
 */
async function runTests({ projects, options = [] }, hasAddons) {
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
    return count(file, ok, hasAddons)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @typedef {{ fullName: string, status: string, tags: string[], failureMessages: string[] }} TestResult
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} FileResult
 */

/**
 * @param {string} file vitest's result
 * @param {boolean} ok whether vitest itself was content
 * @param {boolean} hasAddons
 * @returns {Outcome}
 */
function count(file, ok, hasAddons) {
  let result
  try {
    result = readJson(file)
  } catch {
    return { passed: 0, failures: ['vitest left no result'] }
  }
  const lacksAddons = (/** @type {string} */ message) => !hasAddons && needsAddons.test(message)
  const isRepeating = (/** @type {TestResult} */ { tags }) => tags.includes(repeats)
  let leftOut = 0
  /** @type {FileResult[]} */
  const files = result.testResults
  // A skipped test proves nothing, so it counts as failed, and so does a file that could not even be read.
  const failures = files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((test) => test.status !== 'passed' && !isRepeating(test))
    const all = tests.length === 0 && status === 'failed' ? [{ fullName: '', failureMessages: [] }] : tests
    const failed = all.filter(({ failureMessages }) =>
      failureMessages.length > 0 ? !failureMessages.some(lacksAddons) : !lacksAddons(message),
    )
    leftOut += all.length - failed.length
    return failed.map(({ fullName }) => (fullName ? `${file}: ${fullName}` : file))
  })
  const { numPassedTests: passed } = result
  // Vitest also fails for what no test is to blame for: no test at all, or an uncaught error.
  if (failures.length === 0 && ((!ok && leftOut === 0) || passed === 0)) failures.push('vitest itself')
  const repeating = files.flatMap(({ assertionResults }) => assertionResults).filter(isRepeating).length
  return { passed, failures, repeating, leftOut }
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

/** @returns {Promise<string | undefined>} how to have the wallet's add-ons, where they can't be compiled */
async function tryToPrepareWallet() {
  try {
    await prepareWallet()
  } catch (error) {
    if (process.env.CI || !(error instanceof NoToolchain)) throw error
    return error.message
  }
}

await main(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !stageNames.includes(name))
  if (unknown) throw new Stop(`There is no stage '${unknown}': choose from ${stageNames.join(', ')}.`)
  const isWanted = (/** @type {string} */ name) => wanted.length === 0 || wanted.includes(name)
  const selected = testStages.filter(({ name }) => isWanted(name))

  /** @type {string | undefined} */
  let howToHaveAddons
  if (selected.some(({ built }) => built)) {
    await prepare()
    howToHaveAddons = await tryToPrepareWallet()
  } else await prepareSources()
  if (isWanted('browser')) await provideChromium()

  /** @type {Outcome[]} */
  const outcomes = []
  if (isWanted('check')) outcomes.push(await stage('check', runEveryCheck))
  for (const each of selected) outcomes.push(await stage(each.name, () => runTests(each, !howToHaveAddons)))

  const sumOf = (/** @type {'passed' | 'repeating' | 'leftOut'} */ name) =>
    outcomes.reduce((sum, outcome) => sum + (outcome[name] ?? 0), 0)
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`)
  if (howToHaveAddons) process.stdout.write(`\nLeft out: ${sumOf('leftOut')} tests and files. ${howToHaveAddons}`)
  const repeating = sumOf('repeating')
  if (repeating) process.stdout.write(`\n${repeating} more journeys repeat others: npm run long -- journeys`)
  process.stdout.write(`\n${sumOf('passed')} passed, ${failures.length} failed\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
})
