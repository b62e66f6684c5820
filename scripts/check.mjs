// @ts-check
// `npm run check`: style, types, import directions and unused code. One line for each that has nothing to say.
import { checks, runCheck } from './checks.mjs'
import { Stop } from './command.mjs'
import { prepareSources } from './prepare.mjs'
import { main } from './progress.mjs'

await main(async () => {
  await prepareSources()
  let failed = 0
  for (const check of checks) if (!(await runCheck(check))) failed++
  if (failed > 0) throw new Stop(failed === 1 ? 'One check failed.' : `${failed} checks failed.`)
})
