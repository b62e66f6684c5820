import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anoncreds, askar, wheelPlatforms } from './native-libraries.mjs'
import { fileInZip } from './wheel.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('every supported machine has a whole checksum of every library', () => {
  for (const { sha256 } of [anoncreds, askar]) {
    expect(Object.keys(sha256).sort()).toEqual(Object.keys(wheelPlatforms).sort())
    for (const checksum of Object.values(sha256)) expect(checksum).toMatch(/^[0-9a-f]{64}$/)
  }
})

test.each([
  ['deflated', 8, deflateRawSync],
  ['stored', 0, (bytes: Buffer) => bytes],
])('a file is read from an archive, %s', (_how, method, packed) => {
  const files = { 'a/first.txt': 'first', 'b/second.txt': 'second '.repeat(1_000) }
  const archive = zipped(files, method, packed)
  for (const [path, text] of Object.entries(files)) expect(String(fileInZip(archive, path))).toBe(text)
  expect(() => fileInZip(archive, 'c/third.txt')).toThrow('There is no c/third.txt')
})

test('commands prepare one after the other, and wait for no dead process', async () => {
  const lock = join(folder, 'lock')
  const log = join(folder, 'log')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(lock, String(pid))
  const program = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as wait } from 'node:timers/promises'
    import { oneAtATime } from ${JSON.stringify(new URL('./one-at-a-time.mjs', import.meta.url).href)}
    const note = (word) => appendFileSync(${JSON.stringify(log)}, process.pid + ' ' + word + '\\n')
    await oneAtATime(async () => { note('begins'); await wait(100); note('ends') }, ${JSON.stringify(lock)})`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  await Promise.all([run(), run(), run()])
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const expected = lines.flatMap((line, index) => (index % 2 === 0 ? [line, line.replace('begins', 'ends')] : []))
  expect(lines).toHaveLength(6)
  expect(lines).toEqual(expected)
})

test('what is prepared already needs no folder that can be written', async () => {
  const lock = join(folder, '.cache/lock')
  chmodSync(folder, 0o555)
  const program = `
    import { oneAtATime } from ${JSON.stringify(new URL('./one-at-a-time.mjs', import.meta.url).href)}
    await oneAtATime(async () => console.log('done'), ${JSON.stringify(lock)})`
  // Root may write everywhere.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    ...asNobody,
    encoding: 'utf8',
  })
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' })
})

/** A zip file as PKWARE's APPNOTE describes it: each file behind its header, then the directory. */
function zipped(files: Record<string, string>, method: number, packed: (bytes: Buffer) => Buffer): Buffer {
  const entries: Buffer[] = []
  const parts: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path)
    const content = Buffer.from(text)
    const bytes = packed(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, name)
    parts.push(Buffer.from('PK\u0003\u0004'), common, name, bytes)
    offset += 30 + name.length + bytes.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006'), end])
}
