// @ts-check
// Makes the native parts ready: two prebuilt libraries that do the cryptography, and three add-ons that are compiled
// for this machine. Done once per installation; afterwards it costs a few milliseconds.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { attempt, demand, npm, Stop } from './command.mjs'
import { nativeLibraries, wheelPlatforms } from './native-libraries.mjs'
import { checkPip, checkToolchain } from './prerequisites.mjs'
import { phase } from './progress.mjs'
import { at, root, sha256, stamp } from './workspace.mjs'

/** Where a release download or a prebuilt add-on would come from. */
const codeHost = 'https://github.com'
const probeTimeout = 4_000
const downloadTimeout = 120_000

/** Add-ons that come as source: those that call the prebuilt libraries, and the database. */
const callAddons = ['@2060.io/ref-napi', '@2060.io/ffi-napi']
const databaseAddon = 'better-sqlite3'

const platform = `${process.platform}-${process.arch}`
const agentRequire = createRequire(at('packages/agent/package.json'))
const serverRequire = createRequire(at('apps/server/package.json'))

/** @param {import('./native-libraries.mjs').NativeLibrary} library */
const wrapperFolder = (library) => dirname(agentRequire.resolve(`${library.wrapper}/package.json`))

/** @param {import('./native-libraries.mjs').NativeLibrary} library */
function libraryFile(library) {
  const file = `lib${library.name}${process.platform === 'darwin' ? '.dylib' : '.so'}`
  return join(wrapperFolder(library), 'native', file)
}

/** @param {string} file */
function checksum(file) {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : undefined
}

/** @param {import('./native-libraries.mjs').NativeLibrary} library */
const isReady = (library) =>
  Boolean(process.env[library.pathVariable]) || checksum(libraryFile(library)) === library.sha256[platform]

/**
 * @param {NodeJS.Require} from
 * @param {string} name
 */
const addonFolder = (from, name) => join(dirname(from.resolve(`${name}/package.json`)), 'build/Release')

/** What the finished state looks like: changes when a package, Node or one of the files does. */
function fingerprint() {
  const ffi = createRequire(agentRequire.resolve(`${nativeLibraries[0]?.wrapper}/package.json`))
  const folders = [
    ...nativeLibraries.map((library) => join(wrapperFolder(library), 'native')),
    ...callAddons.map((name) => addonFolder(ffi, name)),
    addonFolder(serverRequire, databaseAddon),
  ]
  const files = folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /\.(node|so|dylib)$/.test(name))
          .map((name) => join(folder, name))
      : [],
  )
  const state = files.map((file) => [file, statSync(file).size, statSync(file).mtimeMs])
  const named = nativeLibraries.map((library) => process.env[library.pathVariable] ?? '')
  return sha256(JSON.stringify([process.versions.modules, platform, named, state]))
}

/** Whether the code host answers at all; a network that blocks it may also swallow packets, hence the short time-out. */
async function codeHostAnswers() {
  try {
    await fetch(codeHost, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(probeTimeout) })
    return true
  } catch {
    return false
  }
}

/** The libraries' own way: the install script of each wrapper. */
async function downloadReleases() {
  const missing = nativeLibraries.filter((library) => !isReady(library))
  await Promise.all(
    missing.map((library) =>
      attempt(process.execPath, ['scripts/install.js'], { cwd: wrapperFolder(library), timeout: downloadTimeout }),
    ),
  )
}

/** The same builds from their Python wheels, through pip, so that its mirrors, proxies and certificates apply. */
async function downloadWheels() {
  const missing = nativeLibraries.filter((library) => !isReady(library))
  if (missing.length === 0) return
  await checkPip()
  const folder = mkdtempSync(join(os.tmpdir(), 'native-'))
  try {
    const wheels = missing.map((library) => library.wheel)
    await demand(
      'python3',
      ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:']
        .concat(['--platform', wheelPlatforms[platform] ?? '', '--dest', folder])
        .concat(wheels),
      `The native libraries (${wheels.join(', ')}) could not be downloaded, neither from their own site nor through pip; ` +
        'what pip said stands above.',
      { timeout: downloadTimeout },
    )
    const archives = readdirSync(folder).filter((name) => name.endsWith('.whl'))
    for (const archive of archives)
      await demand(
        'python3',
        ['-m', 'zipfile', '-e', join(folder, archive), folder],
        `${archive} could not be unpacked; what Python said stands above.`,
      )
    for (const library of missing) {
      const target = libraryFile(library)
      mkdirSync(dirname(target), { recursive: true })
      // Copied beside its place first: an interruption must not leave half a library there.
      copyFileSync(join(folder, library.wheelFolder, target.slice(dirname(target).length + 1)), `${target}.part`)
      renameSync(`${target}.part`, target)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {boolean} online whether the code host answers */
async function prepareLibraries(online) {
  if (!wheelPlatforms[platform])
    throw new Stop(
      `There is no prebuilt cryptography library for ${platform}; Linux and macOS on x64 or arm64 are supported.`,
    )
  if (online) await downloadReleases()
  await downloadWheels()
  const wrong = nativeLibraries.find((library) => !isReady(library))
  if (wrong)
    throw new Stop(
      `${libraryFile(wrong)} is not the library that was published (its checksum differs), so it is not used: ` +
        'delete the file and try again.',
    )
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

/** @param {boolean} online whether the code host answers */
async function compileAddons(online) {
  const env = { JOBS: String(os.availableParallelism()), npm_config_nodedir: headersFolder() ?? '' }
  const rebuild = (/** @type {string[]} */ addons, /** @type {NodeJS.ProcessEnv} */ more) =>
    npm(
      ['rebuild', '--ignore-scripts=false', ...addons],
      'The native add-ons could not be compiled; what the compiler said stands above.',
      { cwd: root, env: { ...env, ...more } },
    )
  // Newer Nodes ask for C++20, in which the headers that these two are written against are no longer correct.
  await rebuild(callAddons, { CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -std=gnu++17` })
  // Without the code host there is no prebuilt database to look for; it is compiled at once.
  await rebuild([databaseAddon], online ? {} : { npm_config_build_from_source: 'true' })
}

/** Loads every native part in a process of its own, because a wrong one can end the process that tries. */
async function verify() {
  const program = `
    const { createRequire } = require('node:module')
    const agent = createRequire(${JSON.stringify(at('packages/agent/package.json'))})
    const server = createRequire(${JSON.stringify(at('apps/server/package.json'))})
    agent('@hyperledger/anoncreds-nodejs').anoncreds.version()
    agent('@openwallet-foundation/askar-nodejs').askar.version()
    new (server('better-sqlite3'))(':memory:').close()`
  await demand(
    process.execPath,
    ['-e', program],
    'A native library is in place but does not load; what Node said stands above.',
  )
}

/**
 * @throws {Stop} when something is missing, can't be had or does not load
 */
export async function prepareNative() {
  const note = stamp('native')
  if (note.matches(fingerprint())) return
  await checkToolchain()
  const online = await codeHostAnswers()
  await phase('Fetching the native libraries', () => prepareLibraries(online))
  await phase('Compiling the native add-ons (once, about a minute)', () => compileAddons(online))
  await verify()
  note.write(fingerprint())
}
