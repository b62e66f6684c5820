import { parseArgs } from 'node:util'
import { auditCrates, auditLicences, auditLockfile } from './audit.ts'
import { fuzzApi } from './fuzz-api.ts'
import { fuzzDidcomm } from './fuzz-didcomm.ts'
import type { Outcome } from './outcome.ts'
import { personalDataInPostgres, personalDataInSqlite } from './personal-data.ts'
import { runTests, testedRows } from './tests.ts'

/**
 * Every row of the quality targets' "Security and privacy" that a program can check: `npm run long -- security`,
 * docs/runs.md.
 */
const checks: Record<string, () => Promise<Outcome>> = {
  'fuzzed API': fuzzApi,
  'fuzzed wallet messages': fuzzDidcomm,
  'personal data in SQLite': personalDataInSqlite,
  'personal data in PostgreSQL': personalDataInPostgres,
  licences: auditLicences,
  'licences of the WebAssembly': auditCrates,
  vulnerabilities: auditLockfile,
}

const { values: options } = parseArgs({
  options: {
    /** Some rows, by commas; all by default. */
    only: { type: 'string' },
  },
})
const all = [...testedRows, ...Object.keys(checks)]
const wanted = options.only?.split(',') ?? all
const say = (text = '') => process.stdout.write(`${text}\n`)

const unknown = wanted.filter((row) => !all.includes(row))
if (unknown.length > 0) {
  say(`There is no row ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  process.exit(1)
}

const outcomes = new Map<string, Outcome>()
for (const [row, check] of Object.entries(checks)) {
  if (!wanted.includes(row)) continue
  say(`${row} …`)
  const failed = (error: Error): Outcome => ({ status: 'failed', figure: error.message, details: error.stack })
  outcomes.set(row, await check().catch(failed))
}
const tested = testedRows.filter((row) => wanted.includes(row))
if (tested.length > 0) for (const [row, outcome] of await runTests(tested)) outcomes.set(row, outcome)

for (const row of wanted) {
  const { status, details } = outcomes.get(row) ?? {}
  if (details && status !== 'passed') say(`\n${row}, ${status}:\n${details}`)
}
say()
for (const row of wanted) {
  const { status = 'failed', figure = 'did not run' } = outcomes.get(row) ?? {}
  say(`${row.padEnd(32)}${status.padEnd(13)}${figure}`)
}
const count = (status: Outcome['status']) =>
  [...outcomes.values()].filter((outcome) => outcome.status === status).length
say(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not checked')} could not be checked here`)
// The native library of the wallet leaves something behind that keeps the process alive.
process.exit(count('failed') > 0 ? 1 : count('not checked') > 0 ? 2 : 0)
