import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const generated = new Set(['node_modules', 'build', 'dist', 'out', 'target', 'native', 'test-results'])
const kinds = new Set(['.ts', '.tsx', '.mjs', '.md', '.rs', '.css', '.json', '.yml', '.example', '.conf'])

/** Paths of the repository's texts, from the root. */
function textsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return generated.has(entry.name) || entry.name.startsWith('.') ? [] : textsBelow(path)
    return kinds.has(extname(entry.name)) && entry.name !== 'package-lock.json' ? [path] : []
  })
}

/** What people wrote in this repository, by path from the root. */
export const texts = textsBelow('').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
