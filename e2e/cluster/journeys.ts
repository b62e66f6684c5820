import { startPostgres } from '../postgres.ts'
import { runJourneys } from '../run-journeys.ts'

/**
 * The journeys, or those whose files are named, on two servers behind nginx that are killed in turn: `npm run long --
 * cluster-journeys`.
 */
const postgres = await startPostgres()
try {
  await runJourneys(process.argv.slice(2), { TEST_CLUSTER: postgres.url })
} finally {
  await postgres.discard()
}
