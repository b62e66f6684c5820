// @ts-check
// Puts a prebuilt library in its place, unless it is there; accepted by checksum alone.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stop } from './command.mjs'
import { fileNameOf, wheelPlatforms } from './native-libraries.mjs'
import { phase } from './progress.mjs'
import { downloadWheel, fileInZip } from './wheel.mjs'
import { demandWritable } from './workspace.mjs'

const machine = `${process.platform}-${process.arch}`

/**
 * @param {import('./native-libraries.mjs').NativeLibrary} library
 * @param {string} folder
 * @returns {Promise<boolean>} whether it was put there just now
 * @throws {Stop} when there is none for this machine, or it can't be had
 */
export async function provideLibrary(library, folder) {
  if (process.env[library.pathVariable]) return false
  const file = join(folder, fileNameOf(library))
  const wanted = library.sha256[machine]
  if (existsSync(file) && sha256(readFileSync(file)) === wanted) return false
  const platform = wheelPlatforms[machine]
  if (!platform || !wanted)
    throw new Stop(
      `There is no prebuilt cryptography library for ${machine}; Linux and macOS on x64 or arm64 are supported. ` +
        `One of your own can be named in ${library.pathVariable}.`,
    )
  demandWritable(`Fetching the library ${library.project}`)
  await phase(`Fetching the library ${library.project}`, async () => {
    const wheel = await downloadWheel({ ...library, platform })
    const bytes = fileInZip(wheel, `${library.project}/${fileNameOf(library)}`)
    if (sha256(bytes) !== wanted)
      throw new Stop(
        `The library ${library.project} ${library.version} that was downloaded is not the one that was published (its checksum differs), so it is not used.`,
      )
    mkdirSync(folder, { recursive: true })
    // Beside its place first: an interruption must not leave half a library there.
    writeFileSync(`${file}.part`, bytes)
    renameSync(`${file}.part`, file)
  })
  return true
}

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
