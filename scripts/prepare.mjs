// @ts-check
// From a fresh clone to something that runs. Every step looks first whether it is done already.
import { buildChanged } from './build-changed.mjs'
import { demand } from './command.mjs'
import { installPackages } from './install-packages.mjs'
import { anoncreds } from './native-libraries.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { checkNode } from './prerequisites.mjs'
import { provideLibrary } from './provide-library.mjs'
import { at } from './workspace.mjs'

/** Where the product loads its library from. */
export const productLibraries = at('packages/agent/native')

/** The built product: all that it takes is Node with its npm, and the network the first time. */
export async function prepare() {
  await prepareSources()
  await oneAtATime(buildChanged)
}

/** Without building: enough for checks and for running the product from source. */
export async function prepareSources() {
  checkNode()
  await oneAtATime(async () => {
    await installPackages()
    if (await provideLibrary(anoncreds, productLibraries)) await loadLibrary()
  })
}

/** In a process of its own, because a wrong library can end the process that tries. */
async function loadLibrary() {
  const file = at('packages/agent/src/core/crypto/anoncreds-library.ts')
  await demand(
    process.execPath,
    ['--import', 'tsx', file],
    'The library that does the cryptography is in place but does not load; what Node said stands above.',
    { cwd: at() },
  )
}
