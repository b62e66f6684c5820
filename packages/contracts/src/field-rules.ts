/** Rules of a field beyond type and size, in the API's words. Content names these rules in the site's language. */
export const fieldRules = {
  deceptive: 'must not contain control or direction characters',
  kebabCase: 'must be kebab-case',
  screenId: 'must be upper case, like CONNECT_2',
  reservedWord: 'is a reserved word',
  asksNothing: 'must ask for properties or predicates',
  sameAttribute: 'attribute names must differ',
  colon: 'must not contain a colon',
  version: 'must look like 2.0',
  scheme: 'must be a URL scheme',
} as const
export type FieldRule = keyof typeof fieldRules
