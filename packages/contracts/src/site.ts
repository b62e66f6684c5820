/** Constants of every page; apart from the others, so that a page of the site does without those of the demo. */

export const brand = 'Last Mile Digital Solutions'

/** The issuer of a credential that a visitor designed, in place of a name of the visitor's own choice. */
export const visitorsIssuer = `A visitor of ${brand}`

/** Beside an offer of such a credential, in all wallets: no word in it is the site's. */
export const visitorsNote = `A visitor of ${brand} wrote this, and nobody checked it. It is no word of the site’s own.`

/** The year of first publication, from which copyright counts. */
export const firstYear = 2026

/** The one setting of the demo's language: of its screens' `<html lang>`, texts, dates, lists and numbers. */
export const locale = 'en'

/** The language that the pages of the site and of the server are written in; they have no catalogs. */
export const pageLocale = 'en'

/** Where visitors write to. An example, under a name that no one can own (RFC 2606): an operator replaces it. */
export const contactAddress = 'hello@lastmile.example'

/** Where the Confirmed Person flow stands; `createInvite` tells the flows apart by it (docs/product.md, section 7). */
export const confirmedPersonPath = '/demo/confirmedPerson'

/** The characters to pick from; a visit under way is asked first. */
export const otherCharacterPath = '/demo?way=other'

/** One card and one proof in a minute: the address says so until the use case is completed, so a reload keeps it. */
export const onShortWay = (path: string) => `${path}?way=short`

/** Of the home page: the note for a visitor whose demo has ended. */
export const demoClearedId = 'demo-cleared'

/** The page of the web wallet, and the service worker that opens it without a network. */
export const walletPath = '/wallet'
export const serviceWorkerPath = '/wallet-service-worker.js'

/** The opt-in to page transitions, inside a document: a browser looks for it before it has fetched a stylesheet. */
export const pageTransition = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

/** The lab, and its experiments below it. */
export const labPath = '/lab'
export const labExperiments = ['compare', 'cheat', 'registry'] as const
/** The sheet for teachers, a page of the site. */
export const teachPath = '/lab/teach'
export type LabExperiment = (typeof labExperiments)[number]

/** The reference of the API, and documents of the source that pages take figures from. */
export const apiDocsPath = '/docs'
export const sourceDocument = (name: 'interoperability' | 'operating' | 'quality' | 'security') =>
  `/documents/${name}.txt`

/** The key and version of the browser's stored state, theme included. */
export const persistedState = { key: 'redux-store-root', version: 4 } as const
