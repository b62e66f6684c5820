import { readFileSync } from 'node:fs'

const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(new URL('../apps/web/build/manifest.json', import.meta.url), 'utf8'),
)

/** Address of the file that a source of the pages was built into: its name does not say it. */
export function builtFile(source: string): string {
  const built = manifest[source]
  if (!built) throw new Error(`${source} was not built into a file of its own`)
  return `/${built.file}`
}
