import { brand } from '@lastmile/contracts/site'

/** Of the document, until the screen has a better one. */
export const screenTitle = (name: string) => `${name} | ${brand}`
