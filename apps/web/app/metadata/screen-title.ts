import { brand } from '@lastmile/contracts/site'

/** The initial title; a screen may set a better one. */
export const screenTitle = (name: string) => `${name} | ${brand}`
