// @ts-check
// The browser of the browser tests: the system's own Chromium, never a downloaded one.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { attempt, demand, Stop } from './command.mjs'
import { phase } from './progress.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const macApplications = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...macApplications.map((path) => join('/Applications', path)),
  ]
  return candidates.find(isExecutable)
}

/**
 * Finds Chromium or installs it, and names it in CHROMIUM_PATH for the tests.
 * @throws {Stop} with the command to install it, when this script may not
 */
export async function provideChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (!isExecutable(chosen)) throw new Stop(`CHROMIUM_PATH names ${chosen}, which is not a program that can be run.`)
    return
  }
  const found = findChromium() ?? (await installChromium())
  process.env.CHROMIUM_PATH = found
}

/** @returns {Promise<string>} path of the browser */
async function installChromium() {
  const isDebian = existsSync('/etc/debian_version') && (await attempt('apt-get', ['--version'])).ok
  if (!isDebian || process.getuid?.() !== 0)
    throw new Stop(
      'The browser tests need Chromium, and none was found: install it ' +
        `(${isDebian ? 'sudo apt-get install chromium' : 'macOS: brew install --cask chromium; Fedora: dnf install chromium'}) ` +
        'or name one in CHROMIUM_PATH.',
    )
  const failure =
    'Chromium could not be installed; what apt-get said stands above. Install it yourself, or name one in CHROMIUM_PATH.'
  await phase('Installing Chromium', async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await demand('apt-get', ['update', '-q'], failure, { env })
    const install = ['install', '-q', '-y', '--no-install-recommends']
    await demand('apt-get', [...install, 'chromium'], failure, { env })
    // It only makes tests quicker, and older systems have none.
    await attempt('apt-get', [...install, 'chromium-headless-shell'], { env })
  })
  const installed = findChromium()
  if (!installed) throw new Stop(failure)
  return installed
}
