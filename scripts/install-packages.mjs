// @ts-check
// Installs exactly the packages of the lock file, if they are not there yet.
import { existsSync } from 'node:fs'
import { npm } from './command.mjs'
import { phase } from './progress.mjs'
import { at, readJson, root } from './workspace.mjs'

/**
 * Whether node_modules holds what package-lock.json names. npm writes the second file when an installation is complete.
 */
function isInstalled() {
  const record = at('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = readJson(at('package-lock.json')).packages
  const present = readJson(record).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true
    // A workspace folder stands in both files with its own dependencies, a package with its checksum.
    const found = present[path]
    if (!found) return Boolean(entry.optional || entry.peer || !path.includes('node_modules/'))
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** @throws {import('./command.mjs').Stop} when npm fails */
export async function installPackages() {
  if (isInstalled()) return
  // Install scripts are left out because some of them download from places that not every network reaches;
  // prepare-native.mjs does their work.
  await phase('Installing packages', () =>
    npm(
      ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      'The packages could not be installed; what npm said stands above.',
      { cwd: root },
    ),
  )
}
