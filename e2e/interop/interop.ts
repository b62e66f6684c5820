import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acaPyJourneys } from './aca-py-journeys.ts'
import { openid4vcJourneys } from './openid4vc/journeys.ts'
import { createReport, type Report } from './steps.ts'

/** `npm run long -- interop [names]`: the built server and our wallet with those of others. */
const all: Record<string, (folder: string, report: Report) => Promise<void>> = {
  'aca-py': acaPyJourneys,
  openid4vc: openid4vcJourneys,
}

const folder = await mkdtemp(join(tmpdir(), 'interop-'))
const report = createReport()
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(all)

for (const name of names) {
  try {
    const journeys = Object.hasOwn(all, name) ? all[name] : undefined
    if (!journeys) throw new Error(`There is no ${name}; there are ${Object.keys(all).join(' and ')}`)
    await journeys(folder, report)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    report.counts.failed++
  }
}

const { passed, failed } = report.counts
if (failed > 0) console.log(`What the processes wrote is in ${folder}`)
else await rm(folder, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
