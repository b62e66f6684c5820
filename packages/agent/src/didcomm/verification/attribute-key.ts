/** Attribute names are compared as the signature knows them: without spaces, in lower case. */
export const attributeKey = (name: string): string => name.replaceAll(' ', '').toLowerCase()
