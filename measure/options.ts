import { parseArgs } from 'node:util'

export interface Options {
  /** Paths to measure; all where there are none. */
  readonly routes: readonly string[]
  /** How often Lighthouse visits a route; the median counts. */
  readonly runs: number
  readonly lighthouse: boolean
}

/**
 * Reads `--routes /,/about --runs 1 --no-lighthouse`.
 *
 * @throws Error with a sentence for the person at the terminal.
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      routes: { type: 'string', default: '' },
      runs: { type: 'string', default: '3' },
      'no-lighthouse': { type: 'boolean', default: false },
    },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs takes a whole number from 1, not '${values.runs}'.`)
  return { routes: values.routes.split(',').filter(Boolean), runs, lighthouse: !values['no-lighthouse'] }
}
