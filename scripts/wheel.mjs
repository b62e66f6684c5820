// @ts-check
// Wheels of the Python package index: plain downloads and, where these don't get through, pip.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { attempt, Stop } from './command.mjs'

const index = process.env.PIP_INDEX_URL || 'https://pypi.org/simple'
/** A network that blocks the index may also swallow packets. */
const answerTimeout = 10_000
const downloadTimeout = 180_000

/** @typedef {{ project: string, version: string, platform: string }} Wheel */

/**
 * @param {Wheel} wheel
 * @returns {Promise<Buffer>} the archive
 * @throws {Stop} when it can't be had either way
 */
export async function downloadWheel(wheel) {
  try {
    return await fromIndex(wheel)
  } catch (error) {
    return await throughPip(wheel, /** @type {Error} */ (error))
  }
}

/**
 * @param {string} address
 * @param {number} timeout in milliseconds
 */
async function read(address, timeout) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeout) })
  if (!answer.ok) throw new Error(`${new URL(address).host} answers ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/**
 * As the simple repository API has it (PEP 503): a page of links for each project.
 * @param {Wheel} wheel
 */
async function fromIndex({ project, version, platform }) {
  const page = new URL(`${index.replace(/\/$/, '')}/${project.replaceAll('_', '-')}/`)
  const links = [...String(await read(page.href, answerTimeout)).matchAll(/href="([^"]+)"/g)].map(
    ([, link]) => link ?? '',
  )
  const link = links.find((each) => each.includes(`/${project}-${version}-`) && each.includes(`${platform}.whl`))
  if (!link) throw new Error(`${page.host} has no ${project} ${version} for ${platform}`)
  return read(new URL(link.replaceAll('&amp;', '&'), page).href, downloadTimeout)
}

/**
 * With pip's own configuration, so that its mirrors, proxies, logins and certificates apply.
 * @param {Wheel} wheel
 * @param {Error} reason why the plain download failed
 */
async function throughPip({ project, version, platform }, reason) {
  const folder = mkdtempSync(join(os.tmpdir(), 'wheel-'))
  try {
    const { ok, output } = await attempt(
      'python3',
      ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:']
        .concat(['--platform', platform, '--dest', folder])
        .concat(`${project}==${version}`),
      { timeout: downloadTimeout },
    )
    const [name] = readdirSync(folder)
    if (ok && name) return readFileSync(join(folder, name))
    const cause = reason.cause instanceof Error ? reason.cause.message : reason.message
    throw new Stop(
      `The library ${project} ${version} could not be downloaded, neither from ${new URL(index).host} (${cause}) nor through pip, ` +
        'which said what stands above: name an index that this machine reaches in PIP_INDEX_URL, or see docs/operating.md, "The native library".',
      output,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {Buffer} archive a zip file
 * @param {string} path
 * @returns {Buffer} the file of that path
 */
export function fileInZip(archive, path) {
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  let entry = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => archive.readUInt16LE(entry + at))
    const nameEnd = entry + 46 + Number(nameLength)
    if (archive.toString('utf8', entry + 46, nameEnd) === path) {
      const file = archive.readUInt32LE(entry + 42)
      const start = file + 30 + archive.readUInt16LE(file + 26) + archive.readUInt16LE(file + 28)
      const bytes = archive.subarray(start, start + archive.readUInt32LE(entry + 20))
      return archive.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes)
    }
    entry = nameEnd + Number(extraLength) + Number(commentLength)
  }
  throw new Error(`There is no ${path} in the archive`)
}
