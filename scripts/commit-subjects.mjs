// @ts-check
// A commit's subject has at most 72 characters: held by the hook `git-hooks/commit-msg` and by `npm run check`.
import { existsSync } from 'node:fs'
import { attempt } from './command.mjs'
import { at, root } from './workspace.mjs'

/** The last commit that is older than the rule. */
const before = '8d62b2f5c338e49fbfdc9e2f24c76668dd07498d'

/**
 * Those that are too long. Git words merges itself.
 * @param {string[]} subjects
 */
export const tooLong = (subjects) => subjects.filter((each) => [...each].length > 72 && !each.startsWith('Merge '))

/** The subjects of new commits; of the last one alone in a clone that does not have them all. */
export async function checkSubjects() {
  if (!existsSync(at('.git'))) return { ok: true, output: '' }
  const log = (/** @type {string} */ range) =>
    attempt('git', ['log', '--format=%s', ...range.split(' ')], { cwd: root })
  const { ok, output } = await log(`${before}..HEAD`)
  const found = tooLong((ok ? output : (await log('-1')).output).split('\n'))
  return { ok: found.length === 0, output: found.map((each) => `More than 72 characters: ${each}`).join('\n') }
}
