// @ts-check
// `npm run check`: style, types, import directions, unused code, subjects of commits. One line for each that is well.
// `npm run check -- style types` runs some of them.
import { checks, runChecks } from './checks.mjs'
import { Stop } from './command.mjs'
import { prepareSources } from './prepare.mjs'
import { main } from './progress.mjs'

await main(async () => {
  const wanted = process.argv.slice(2)
  const selected = checks.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const unknown = wanted.find((name) => !selected.some((check) => check.name === name))
  if (unknown)
    throw new Stop(`There is no check '${unknown}': choose from ${checks.map(({ name }) => name).join(', ')}.`)
  await prepareSources()
  const failed = (await runChecks(selected)).length
  if (failed > 0) throw new Stop(failed === 1 ? 'One check failed.' : `${failed} checks failed.`)
})
