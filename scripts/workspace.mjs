// @ts-check
// Where things are in this repository.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** Reads the settings in `.env`, where there is one. A variable that is already set wins. */
export function loadSettings() {
  try {
    process.loadEnvFile(at('.env'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
