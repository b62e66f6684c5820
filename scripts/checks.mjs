// @ts-check
// The checks that read the code without running it.
import { existsSync } from 'node:fs'
import os from 'node:os'
import { attempt } from './command.mjs'
import { checkSubjects } from './commit-subjects.mjs'
import { secondsSince } from './progress.mjs'
import { at, root, workspaces } from './workspace.mjs'

/**
 * @typedef {object} Check
 * @property {string} name for `npm run check -- <name>`
 * @property {string} title
 * @property {() => Promise<{ ok: boolean, output: string }>} run
 */

/**
 * @param {string} program path of its script below node_modules
 * @param {string[]} args
 */
const tool = (program, args) => attempt(process.execPath, [at('node_modules', program), ...args], { cwd: root })

/** Types of every workspace, a few at a time; what is known from the last run is used again. */
async function checkTypes() {
  const waiting = [...workspaces(), 'scripts'].filter((folder) => existsSync(at(folder, 'tsconfig.json')))
  /** @type {{ ok: boolean, output: string }[]} */
  const results = []
  const work = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
      const cacheFile = at('node_modules/.cache/last-mile', `types-${folder.replace('/', '-')}.json`)
      results.push(
        await tool('typescript-native/bin/tsc', [
          '--noEmit',
          '--incremental',
          '--tsBuildInfoFile',
          cacheFile,
          '-p',
          folder,
        ]),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(os.availableParallelism(), 4) }, work))
  return { ok: results.every((result) => result.ok), output: results.map((result) => result.output).join('') }
}

/** @type {Check[]} */
export const checks = [
  { name: 'style', title: 'Style', run: () => tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']) },
  { name: 'types', title: 'Types', run: checkTypes },
  {
    name: 'imports',
    title: 'Import directions',
    // Loaded when the packages are there.
    run: async () => {
      const { checkImports } = await import('./import-directions.mjs')
      return checkImports(['apps', 'packages', 'e2e', 'bench', 'measure'])
    },
  },
  {
    name: 'unused',
    title: 'Unused files, exports and packages',
    run: () => tool('knip/bin/knip.js', ['--no-progress']),
  },
  { name: 'commits', title: 'Subjects of new commits', run: checkSubjects },
]

/**
 * Runs checks side by side, prints a line for each, and what it found if it found something.
 * @param {Check[]} selected
 * @returns {Promise<string[]>} the titles of those that failed
 */
export async function runChecks(selected) {
  /** @type {string[]} */
  const failed = []
  const run = async (/** @type {Check} */ check) => {
    const began = performance.now()
    const { ok, output } = await check.run()
    process.stdout.write(`${check.title}: ${ok ? 'passed' : 'FAILED'} in ${secondsSince(began)}\n`)
    if (ok) return
    process.stdout.write(`\n${output.trim()}\n\n`)
    failed.push(check.title)
  }
  await Promise.all(selected.map(run))
  return failed
}
