import type { Manifest } from 'vite'
import type { DocumentAssets } from '../app/document.tsx'
import type { SiteDocument } from './documents.tsx'

const fonts = 'app/ui/fonts.css'
const rules = 'app/app.css'

/** Addresses of built files by source, from the manifest. */
export class BuiltFiles {
  private readonly manifest: Manifest

  constructor(manifest: Manifest) {
    this.manifest = manifest
  }

  /** Address of the stylesheet with the rules. */
  get rules(): string {
    return this.addressOf(rules)
  }

  /** A document's files. A page inlines the rules it needs and loads no full stylesheet. */
  assetsOf({ kind, modules, later }: SiteDocument, firstPaint: string): DocumentAssets {
    const entries = modules.map((source) => this.addressOf(source))
    const preloads = new Set([...modules, ...later].flatMap((source) => this.withImports(source)))
    return {
      firstPaint,
      stylesheets: [fonts, ...(kind === 'page' ? [] : [rules])].map((source) => this.addressOf(source)),
      modules: entries,
      preloads: [...preloads].filter((address) => !entries.includes(address)),
    }
  }

  /** The file and all its static imports. */
  private withImports(key: string): string[] {
    const { imports = [] } = this.chunk(key)
    return [this.addressOf(key), ...imports.flatMap((each) => this.withImports(each))]
  }

  private addressOf(key: string): string {
    return `/${this.chunk(key).file}`
  }

  private chunk(key: string) {
    const chunk = this.manifest[key]
    if (!chunk) throw new Error(`${key} was not built`)
    return chunk
  }
}
