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
    const [link] = html.matchAll(stylesheetLink)
    const address = link?.[1]
    if (!address) throw new Error(`${file} names no stylesheet`)
    const sheet = sheets.get(address) ?? readStylesheet(await readFile(join(clientFolder, address)))
    sheets.set(address, sheet)
    const styles = `<style>${rulesFor(html, sheet)}</style>${delayedStylesheet(address)}`
    await writeFile(
      file,
      html.replace(stylesheetLink, () => styles),
    )
  }
}

/** For print it is not waited for; `deferHydration` makes it count for everything. */
const delayedStylesheet = (address: string) => `<link rel="stylesheet" href="${address}" media="print"/>`

interface Stylesheet {
  code: Uint8Array
  classes: ReadonlySet<string>
}

function readStylesheet(code: Uint8Array): Stylesheet {
  const classes = new Set<string>()
  transform({
    filename: 'all.css',
    code,
    visitor: {
      Selector(selector) {
        for (const part of selector) if (part.type === 'class') classes.add(part.name)
      },
    },
  })
  return { code, classes }
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
