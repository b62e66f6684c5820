import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SelectorComponent, transform } from 'lightningcss'

const stylesheetLink = /<link rel="stylesheet" href="([^"]+)"\/>/g
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/**
 * Puts the rules that a page needs into the page, so that it is painted without waiting for a second file. The whole
 * stylesheet, for what scripts add and for the pages after this one, is loaded beside and applied when they start.
 *
 * @throws Error when a page names no stylesheet.
 */
export async function inlineStyles(clientFolder: string, paths: readonly string[]): Promise<void> {
  const sheets = new Map<string, Stylesheet>()
  for (const path of paths) {
    const file = join(clientFolder, path, 'index.html')
    const html = await readFile(file, 'utf8')
    const addresses = [...html.matchAll(stylesheetLink)].map(([, address = '']) => address)
    if (addresses.length === 0) throw new Error(`${file} names no stylesheet`)
    let rules = ''
    let links = ''
    for (const address of addresses) {
      const sheet = sheets.get(address) ?? readStylesheet(await readFile(join(clientFolder, address)))
      sheets.set(address, sheet)
      const needed = rulesFor(html, sheet)
      rules += needed
      links += delayedLink(address, needed === sheet.minified)
    }
    const [first] = html.match(stylesheetLink) ?? []
    await writeFile(
      file,
      html.replace(stylesheetLink, (link) => (link === first ? `<style>${rules}</style>${links}` : '')),
    )
  }
}

/**
 * The link to a whole sheet, off until `deferHydration` switches it on: as the only change, so that the page is neither waited
 * for nor laid out anew. A sheet that is wholly in the page stays off, and its link stands there for React, which looks for it.
 */
function delayedLink(address: string, isInPage: boolean): string {
  const link = `<link rel="stylesheet" href="${address}" disabled=""`
  if (isInPage) return `${link}/>`
  return `<link rel="preload" as="style" href="${address}" fetchpriority="low"/>${link} data-later=""/>`
}

interface Stylesheet {
  code: Uint8Array
  minified: string
  classes: ReadonlySet<string>
}

function readStylesheet(code: Uint8Array): Stylesheet {
  const classes = new Set<string>()
  const { code: minified } = transform({
    filename: 'all.css',
    code,
    minify: true,
    visitor: {
      Selector(selector) {
        for (const part of selector) if (part.type === 'class') classes.add(part.name)
      },
    },
  })
  return { code, minified: Buffer.from(minified).toString(), classes }
}

/** The stylesheet without what is for classes, elements and forms that the page does not have. */
function rulesFor(html: string, { code, classes }: Stylesheet): string {
  const used = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => decoded(names).split(/\s+/)),
  )
  const unusedSymbols = [...classes].filter((name) => !used.has(name))
  const ofClasses = Buffer.from(transform({ filename: 'page.css', code, minify: true, unusedSymbols }).code)

  const elements = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase()))
  const variables = new Set([...ofClasses.toString().matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const isPresent = (part: SelectorComponent) =>
    part.type === 'type'
      ? elements.has(part.name)
      : part.type !== 'pseudo-element' || !isOfForms(part) || elements.has('input')
  const { code: rules } = transform({
    filename: 'page.css',
    code: ofClasses,
    minify: true,
    visitor: {
      Rule: {
        property: (rule) => (variables.has(rule.value.name) ? undefined : []),
        style: (rule) => (rule.value.selectors.some((each) => each.every(isPresent)) ? undefined : []),
      },
    },
  })
  return Buffer.from(rules).toString()
}

/** Parts of form controls, like a date field's; browsers have given them names of their own. */
const isOfForms = (part: { kind: string }) => ['custom', 'file-selector-button', 'placeholder'].includes(part.kind)

const decoded = (attribute: string) => attribute.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? '')
