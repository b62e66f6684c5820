import Beasties from 'beasties'

/** Inlines stylesheets below this size in bytes whole: font faces, because visitors may type any letter. */
const wholeBelow = 4_096

/**
 * Kept even when no element matches: states that scripts or the server set, and rules that start with a pseudo-class or
 * match a pseudo-element, which no lookup finds.
 */
const alwaysKept = [/^\[data-(theme|consent|reach)/, /^:(is|where)\(\./, /^::(backdrop|selection|placeholder)/]

/** Classes of states that an element of the page comes to later: unfolded, invalid, hidden. */
const ofStates = /(?:group-(?:open|hover)|aria-invalid|\[&[^\s"]+\]):[^\s"]+/g

/** A selector has a backslash before each sign of a class's name. */
const rulesOfStates = (html: string) =>
  [...new Set(html.replaceAll('&amp;', '&').match(ofStates))].map(
    (name) => new RegExp(name.replaceAll(/[^\w-]/g, '\\\\\\$&')),
  )

/**
 * Inlines the rules that a page needs, which then paints from one file. Elements that scripts reveal are already in the
 * page, hidden or in a template, so no rule is missing later.
 *
 * @param clientFolder folder of the stylesheets
 * @param stylesheet address of the sheet with the rules
 */
export function withCriticalStyles(clientFolder: string, stylesheet: string): (html: string) => Promise<string> {
  return (html) =>
    new Beasties({
      path: clientFolder,
      additionalStylesheets: [stylesheet.slice(1)],
      allowRules: [...alwaysKept, ...rulesOfStates(html)],
      inlineThreshold: wholeBelow,
      logLevel: 'warn',
    }).process(html)
}
