// @ts-check
// Installs exactly the packages of the lock file, if they are not there yet.
import { existsSync } from 'node:fs'
import { npm } from './command.mjs'
import { phase } from './progress.mjs'
import { at, demandWritable, readJson, root } from './workspace.mjs'

/** npm writes it when an installation is complete. */
const record = at('node_modules/.package-lock.json')

/** Whether node_modules holds what package-lock.json names. */
function isCurrent() {
  const wanted = readJson(at('package-lock.json')).packages
  const present = readJson(record).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    // A package of this project that came later.
    if (entry.link) return existsSync(at(path))
    const found = present[path]
    if (!found) return Boolean(entry.optional || entry.peer || !path.includes('node_modules/'))
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** @throws {import('./command.mjs').Stop} when npm fails */
export async function installPackages() {
  const isFresh = !existsSync(record)
  if (!isFresh && isCurrent()) return
  demandWritable('Installing packages')
  // Into an older installation only the difference is installed, so that what was compiled need not be compiled again.
  const how = isFresh ? ['ci'] : ['install', '--no-save']
  // Install scripts are left out because some of them download from places that not every network reaches;
  // packages of the product bring their binaries along, and prepare-wallet.mjs compiles what the wallet of the tests
  // needs.
  const options = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const failure = 'The packages could not be installed; what npm said stands above.'
  await phase('Installing packages', () => npm([...how, ...options], failure, { cwd: root }))
  // npm's own `prepare` is left out with the other scripts.
  await import('./use-git-hooks.mjs')
}
