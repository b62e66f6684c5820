// @ts-check
// Where things are in this repository.
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { Stop } from './command.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string[]} parts a path from the top of the repository */
export const at = (...parts) => join(root, ...parts)

/** @param {string} file */
export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Folders of the workspaces that package.json names, either one folder or all below one (`packages/*`).
 * @returns {string[]}
 */
export function workspaces() {
  /** @type {string[]} */
  const patterns = readJson(at('package.json')).workspaces
  return patterns
    .flatMap((pattern) => {
      const parent = pattern.replace(/\/\*$/, '')
      return parent === pattern ? [pattern] : readdirSync(at(parent)).map((name) => `${parent}/${name}`)
    })
    .filter((folder) => existsSync(at(folder, 'package.json')))
}

/** @param {string} text */
export const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/**
 * A note of what a finished step was made from. It lies in node_modules, so a fresh installation forgets it.
 * @param {string} name
 */
export function stamp(name) {
  const file = at('node_modules/.cache/last-mile', name)
  return {
    /** @param {string} value */
    matches(value) {
      try {
        return readFileSync(file, 'utf8') === value
      } catch {
        return false
      }
    },
    /** @param {string} value */
    write(value) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, value)
    },
  }
}

/**
 * @param {string} step that changes files of the repository
 * @throws {Stop} when this user may not change them
 */
export function demandWritable(step) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new Stop(
      `${step} is needed, and this user may not write to ${root}: run npm run build as the folder's owner, then try again.`,
    )
  }
}

/**
 * Reads the settings in `.env`, where there is one. A variable that is already set wins.
 * @throws {Stop} when a line of it would be lost
 */
export function loadSettings(file = at('.env')) {
  if (!existsSync(file)) return
  const text = decoded(readFileSync(file))
  const withoutTextInQuotes = text.replace(/(?<==[^\S\n]*)(["'`])[\s\S]*?\1/g, (quoted) =>
    quoted.replace(/[^\n]/g, '').replaceAll('\n', '\n#'),
  )
  const lost = withoutTextInQuotes
    .split(/\r?\n/)
    .findIndex((line) => !/^\s*(#.*|(export\s+)?[\w.-]+\s*=.*)?$/.test(line))
  if (lost >= 0)
    throw new Stop(`Line ${lost + 1} of .env is no setting: it has to be NAME=value, or a comment after #.`)
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}

/** @param {Uint8Array} bytes of a text, as editors of any system write it */
function decoded(bytes) {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {}
  throw new Stop('The file .env is not text in UTF-8: save it as such.')
}
