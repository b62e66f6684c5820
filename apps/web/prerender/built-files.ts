import type { Manifest } from 'vite'
import type { DocumentAssets } from '../app/document.tsx'
import type { SiteDocument } from './documents.tsx'

const fonts = 'app/ui/fonts.css'
const rules = 'app/app.css'

/** Addresses of built files by source, from the manifest. */
export function builtFiles(manifest: Manifest) {
  const chunkOf = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`${source} was not built`)
    return chunk
  }
  const addressOf = (source: string) => `/${chunkOf(source).file}`

  /** The file and all its static imports. */
  const withImports = (source: string): string[] => [
    addressOf(source),
    ...(chunkOf(source).imports ?? []).flatMap(withImports),
  ]

  return {
    /** Address of the stylesheet with the rules. */
    rules: addressOf(rules),
    /** A document's files. A page inlines the rules it needs and loads no full stylesheet. */
    assetsOf({ kind, modules, later }: SiteDocument, firstPaint: string): DocumentAssets {
      const entries = modules.map(addressOf)
      const preloads = new Set([...modules, ...later].flatMap(withImports))
      return {
        firstPaint,
        stylesheets: [fonts, ...(kind === 'page' ? [] : [rules])].map(addressOf),
        modules: entries,
        preloads: [...preloads].filter((address) => !entries.includes(address)),
      }
    },
  }
}
