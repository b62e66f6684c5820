// @ts-check
// From a fresh clone to something that runs. Every step looks first whether it is done already.
import { buildChanged } from './build-changed.mjs'
import { installPackages } from './install-packages.mjs'
import { prepareNative } from './prepare-native.mjs'
import { checkNode } from './prerequisites.mjs'

/** Packages, native libraries, pages and server. */
export async function prepare() {
  await prepareTools()
  await buildChanged()
}

/** The same without building: enough for checks and for whatever runs from source. */
export async function prepareTools() {
  checkNode()
  await installPackages()
  await prepareNative()
}
