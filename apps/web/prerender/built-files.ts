import type { Manifest } from 'vite'
import type { DocumentAssets } from '../app/document.tsx'
import type { SiteDocument } from './documents.tsx'

const fonts = 'app/ui/fonts.css'
const rules = 'app/app.css'

/** Addresses of what was built from the sources, as the manifest tells them. */
export class BuiltFiles {
  private readonly manifest: Manifest

  constructor(manifest: Manifest) {
    this.manifest = manifest
  }

  /** Address of the stylesheet with the rules. */
  get rules(): string {
    return this.addressOf(rules)
  }

  /** What a document loads. A page gets the rules that it needs put into it, and so no sheet of all of them. */
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

  /** The file and all that it imports before it runs. */
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
