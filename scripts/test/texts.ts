import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Folders of what is generated or installed, and hidden ones. */
export const skipped = /^(node_modules|build|dist|out|target|native|test-results|\.(?!github$).*)$/
const kinds = /(\.(ts|tsx|mjs|md|rs|py|css|json|yml|toml|example|conf|service|containerignore)|Containerfile)$/

/** Paths of the repository's texts, from the root. */
function textsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : textsBelow(path)
    return kinds.test(entry.name) && entry.name !== 'package-lock.json' ? [path] : []
  })
}

/** The written texts of this repository, by path from the root. */
export const texts = textsBelow('').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
