import { runJourneys } from './run-journeys.ts'

/** The journeys that `npm test` leaves out, or those whose files are named: `npm run long -- journeys`. */
await runJourneys(['--tags-filter=repeats', ...process.argv.slice(2)])
