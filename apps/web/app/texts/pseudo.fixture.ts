import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Catalog } from './texts.tsx'

const latin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accented = 'ÀßÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŘŠŢÛṼŴẊÝŽàƀçðéƒĝĥîĵķļṁñöþǫřšţûṽŵẋýž'
const cyrillic = 'АБЦДЕФГХИЙКЛМНОПЯРСТУВШЖЫЗабцдефгхийклмнопярстувшжыз'

const written = (text: string, letters: string) =>
  text.replace(/[A-Za-z]/g, (letter) => letters[latin.indexOf(letter)] ?? letter)

/** Transliterates content, to tell it apart from our own text. */
export const content = (text: string) => written(text, cyrillic)

/** Accents the letters of our message; placeholders and tags stay. */
const pseudo = (text: string) =>
  text
    .split(/(<\/?\w+>)/)
    .map((part) => (part.startsWith('<') ? part : written(part, accented)))
    .join('')

/** Each catalog's message ids, and those used so far. */
const rooms = new Map<string, { ids: string[]; said: Set<string> }>()

/** Messages of these catalogs that no test has rendered. */
export const unsaid = (...names: string[]): string[] =>
  names.flatMap((name) => {
    const { ids, said } = rooms.get(name) ?? { ids: ['is no room'], said: new Set() }
    return ids.filter((id) => !said.has(id)).map((id) => `${name}: ${id}`)
  })

/** Replaces `texts.tsx` with pseudo-localised messages. */
export async function pseudoTexts(original: () => Promise<typeof import('./texts.tsx')>) {
  const { textsOf } = await original()
  const pseudoCatalog = (catalog: Catalog) =>
    Object.fromEntries(Object.entries(catalog).map(([id, message]) => [id, compileMessageOrThrow(message, pseudo)]))
  return {
    textsOf: <Messages extends Catalog>(room: string, catalog: Messages) => {
      const said = new Set<string>()
      rooms.set(room, { ids: Object.keys(catalog), said })
      const { t, T, has } = textsOf(room, pseudoCatalog(catalog) as unknown as Messages)
      return {
        t: (...message: Parameters<typeof t>) => {
          said.add(message[0])
          return t(...message)
        },
        T: (message: Parameters<typeof T>[0]) => {
          said.add(message.id)
          return T(message)
        },
        has,
      }
    },
  }
}

/** Replaces the site's constants: a locale without Latin letters in dates, lists and numbers. */
export const pseudoSite = async (original: () => Promise<typeof import('@lastmile/contracts/site')>) => ({
  ...(await original()),
  locale: 'ja',
})

/** Names equal in every language. */
const names = [
  location.host,
  '.json',
  'wallet-',
  'Last Mile Digital Solutions',
  'hello@lastmile.example',
  'App Store',
  'Google Play',
  'DIDComm',
  'OpenID4VC',
  'Last Mile',
  'Digital Solutions',
  '.example',
]

const spokenAttributes = ['aria-label', 'alt', 'title', 'placeholder', 'aria-description', 'aria-roledescription']

const hasLatin = (text: string) => /[A-Za-z]/.test(text)

/** Whether Latin letters remain: text from outside the catalogs and the content. */
export const isStray = (text: string) =>
  hasLatin(text) && hasLatin(names.reduce((rest, name) => rest.replaceAll(name, ''), text))

/** Dialogs whose decisions are partly in capitals; *OK* is in both cases. */
export const mixedCapitals = (): string[] =>
  [...document.querySelectorAll('dialog')].flatMap(({ lastElementChild: decisions }) => {
    const labels = [...(decisions?.querySelectorAll('button, a') ?? [])].map(({ textContent }) => textContent)
    const words = labels.filter((label) => label.length > 2)
    // The accented alphabet has no capital for B.
    const inCapitals = words.filter((label) => !/\p{Ll}/u.test(label.replaceAll('ß', '')))
    const isMixed = inCapitals.length > 0 && inCapitals.length < words.length
    return isMixed ? [`mixed capitals: ${labels.join(', ')}`] : []
  })

const notLanguage = 'script, style, code, pre, [data-testid$="-link"]'

/** The stray text that people see or hear on the page. */
export function strayTexts(): string[] {
  const shown = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) shown.push(...spokenAttributes.map((name) => node.getAttribute(name) ?? ''))
    else if (isStray(node.textContent ?? '') && !node.parentElement?.closest(notLanguage))
      shown.push(node.textContent ?? '')
  }
  return shown.filter(isStray)
}
