import Beasties from 'beasties'

/** Inlines stylesheets below this size in bytes whole: font faces, because visitors may type any letter. */
const wholeBelow = 4_096

/**
 * Kept even when no element matches: states that scripts or the server set, and rules that start with a pseudo-class or
 * match a pseudo-element, which no lookup finds.
 */
const alwaysKept = [
  /^\[data-(theme|consent|reach)/,
  /\[(hidden\]$|aria-(disabled|invalid))/,
  /^:(is|where)\([.:]/,
  /^::(backdrop|selection|placeholder)/,
  /::-webkit-details-marker/,
]

/**
 * Inlines the rules that a page needs, which then paints from one file. Elements that scripts reveal are already in the
 * page, hidden or in a template, so no rule is missing later.
 *
 * @param clientFolder folder of the stylesheets
 * @param stylesheet address of the sheet with the rules
 */
export function withCriticalStyles(clientFolder: string, stylesheet: string): (html: string) => Promise<string> {
  const beasties = new Beasties({
    path: clientFolder,
    additionalStylesheets: [stylesheet.slice(1)],
    allowRules: alwaysKept,
    inlineThreshold: wholeBelow,
    logLevel: 'warn',
  })
  return (html) => beasties.process(html)
}
