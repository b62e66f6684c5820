// @ts-check
// Builds the web app and the server, each only if something that it is made from has changed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demand } from './command.mjs'
import { phase } from './progress.mjs'
import { viteOnPages } from './vite.mjs'
import { at, demandWritable, readJson, stamp } from './workspace.mjs'

/**
 * @typedef {object} Build
 * @property {string} title
 * @property {string} folder of the workspace
 * @property {string} result a file that the build leaves behind
 * @property {() => { program: string[], env: NodeJS.ProcessEnv }} run what Node runs in the workspace's folder
 */

/** @type {Build[]} */
const builds = [
  {
    title: 'Building the pages',
    folder: 'apps/web',
    result: 'apps/web/build/client/index.html',
    run: () => viteOnPages(['build'], ['--app']),
  },
  {
    title: 'Building the server',
    folder: 'apps/server',
    result: 'apps/server/dist/main.js',
    run: () => ({ program: ['build.mjs'], env: {} }),
  },
]

const madeByBuilds = new Set(['node_modules', 'build', 'dist', '.cache'])

/**
 * The workspace's folder and those of the workspaces that it depends on, directly or not.
 * @param {string} folder
 * @param {Set<string>} [found]
 */
function ownFolders(folder, found = new Set()) {
  if (found.has(folder)) return found
  found.add(folder)
  const { dependencies = {} } = readJson(at(folder, 'package.json'))
  for (const name of Object.keys(dependencies))
    if (name.startsWith('@lastmile/')) ownFolders(`packages/${name.slice('@lastmile/'.length)}`, found)
  return found
}

/**
 * @param {string} folder
 * @returns {string[]} every file below, in a stable order
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !madeByBuilds.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
}

/** @param {Build} build */
function fingerprint(build) {
  const hash = createHash('sha256').update(process.version)
  const sources = [...ownFolders(build.folder)].flatMap((folder) => filesBelow(at(folder)))
  for (const file of [at('package-lock.json'), at('tsconfig.base.json'), ...sources])
    hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds what changed. */
export async function buildChanged() {
  for (const build of builds) {
    const note = stamp(build.folder.replace('/', '-'))
    const wanted = fingerprint(build)
    if (existsSync(at(build.result)) && note.matches(wanted)) continue
    demandWritable(build.title)
    const { program, env } = build.run()
    await phase(build.title, () =>
      demand(process.execPath, program, `${build.title} failed; the reason stands above.`, {
        cwd: at(build.folder),
        env: { ...env, NODE_ENV: 'production' },
      }),
    )
    note.write(wanted)
  }
}
