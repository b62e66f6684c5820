/**
 * What a field may have to be besides a type and a size, in the words of the API. Content tells these rules by their names,
 * in the language of the site.
 */
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
