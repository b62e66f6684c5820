import Beasties from 'beasties'

/** Sheets below it, in bytes, go into the page whole: the faces of the letters, of which any may be typed. */
const wholeBelow = 4_096

/**
 * Kept without an element that they are for: states that only scripts bring about, rules that begin with a pseudo-class or
 * are of a pseudo-element, which can't be looked for.
 */
const alwaysKept = [/^\[data-(theme|consent)/, /^:(is|where)\(\./, /^::(backdrop|selection|placeholder)/]

/**
 * Puts the rules that a page needs in place of its stylesheets, so that it is painted from one file. Whatever scripts may show
 * stands in the page already, hidden or in a template, so nothing else is needed later.
 *
 * @param clientFolder where the sheets lie
 * @param stylesheet address of the one with the rules
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
