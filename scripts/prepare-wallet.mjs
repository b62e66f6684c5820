// @ts-check
// Prepares what the wallet of the tests needs on top of the product: the wrappers of two native libraries,
// which call them through add-ons that are compiled for this machine. Done once per installation.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { demand, npm } from './command.mjs'
import { anoncreds, askar, fileNameOf } from './native-libraries.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { productLibraries } from './prepare.mjs'
import { checkToolchain } from './prerequisites.mjs'
import { phase } from './progress.mjs'
import { provideLibrary } from './provide-library.mjs'
import { at, root, sha256, stamp } from './workspace.mjs'

/** Those that call the libraries. */
const addons = ['@2060.io/ref-napi', '@2060.io/ffi-napi']
const wrappers = { anoncreds: '@hyperledger/anoncreds-nodejs', askar: '@openwallet-foundation/askar-nodejs' }

const walletRequire = createRequire(at('e2e/package.json'))

/** @param {string} wrapper */
const wrapperFolder = (wrapper) => dirname(walletRequire.resolve(`${wrapper}/package.json`))
/** @param {string} wrapper where it looks for its library */
const libraryFolder = (wrapper) => join(wrapperFolder(wrapper), 'native')

/** The fingerprint of the finished state: changes when a package, Node or one of the files does. */
function fingerprint() {
  const fromWrapper = createRequire(join(wrapperFolder(wrappers.anoncreds), 'package.json'))
  const folders = [
    ...Object.values(wrappers).map(libraryFolder),
    ...addons.map((name) => join(dirname(fromWrapper.resolve(`${name}/package.json`)), 'build/Release')),
  ]
  const files = folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /\.(node|so|dylib)$/.test(name))
          .map((name) => join(folder, name))
      : [],
  )
  const state = files.map((file) => [file, statSync(file).size, statSync(file).mtimeMs])
  const named = [anoncreds, askar].map((library) => process.env[library.pathVariable] ?? '')
  // Whole versions: add-ons that were compiled with headers of one may abort on the next.
  return sha256(JSON.stringify([process.version, process.platform, process.arch, named, state]))
}

/**
 * The folder whose include/node holds the headers of this very Node, so that nothing is downloaded: the one that npm is
 * configured with, or the one that Node lies in. Headers of another version would make add-ons that don't load.
 */
function headersFolder() {
  return [process.env.npm_config_nodedir, dirname(dirname(process.execPath))].find((folder) => {
    const file = join(folder ?? '', 'include/node/node_version.h')
    if (!folder || !existsSync(file)) return false
    const text = readFileSync(file, 'utf8')
    const version = ['MAJOR', 'MINOR', 'PATCH'].map((part) => text.match(`#define NODE_${part}_VERSION (\\d+)`)?.[1])
    return version.join('.') === process.versions.node
  })
}

async function compileAddons() {
  await npm(
    ['rebuild', '--ignore-scripts=false', ...addons],
    'The native add-ons of the wallet could not be compiled; what npm and the compiler said stands above. If the headers of Node could ' +
      'not be downloaded, name a folder that holds them below include/node in npm_config_nodedir.',
    {
      cwd: root,
      env: {
        JOBS: String(os.availableParallelism()),
        npm_config_nodedir: headersFolder() ?? '',
        // Newer Nodes ask for C++20, in which the headers that these two are written against are no longer correct.
        CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -std=gnu++17`,
      },
    },
  )
}

/** Loads everything in a process of its own, because a wrong part can end the process that tries. */
async function verify() {
  const program = `
    const { createRequire } = require('node:module')
    const wallet = createRequire(${JSON.stringify(at('e2e/package.json'))})
    wallet('${wrappers.anoncreds}').anoncreds.version()
    wallet('${wrappers.askar}').askar.version()`
  await demand(
    process.execPath,
    ['-e', program],
    'A native library of the wallet is in place but does not load; what Node said stands above.',
  )
}

/**
 * After `prepareSources`.
 * @throws {import('./command.mjs').Stop} when something is missing, can't be had or does not load
 */
export async function prepareWallet() {
  await oneAtATime(prepareUnlocked)
}

async function prepareUnlocked() {
  const note = stamp('native')
  if (note.matches(fingerprint())) return
  await checkToolchain()
  await provideLibrary(askar, libraryFolder(wrappers.askar))
  if (!process.env[anoncreds.pathVariable]) {
    const folder = libraryFolder(wrappers.anoncreds)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, fileNameOf(anoncreds))
    // Beside its place first: a process that has the file loaded crashes when it is written over.
    copyFileSync(join(productLibraries, fileNameOf(anoncreds)), `${file}.part`)
    renameSync(`${file}.part`, file)
  }
  await phase("Compiling the wallet's native add-ons (once, about a minute)", () => compileAddons())
  await verify()
  note.write(fingerprint())
}
