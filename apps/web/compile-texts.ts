import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** A catalog that is not named so would be shown with its braces. */
export const namesCatalog = /[-/](texts|failures|problems)\.\w+\.json$/

/** Compiles the demo's messages at build time: pages need no parser for them. */
export const compileTexts: Plugin = {
  name: 'compile-texts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: namesCatalog },
    handler: compiledTexts,
  },
}

/**
 * Compiles a catalog's messages.
 *
 * @throws Error with the id of an invalid message, which would otherwise show its braces
 */
export function compiledTexts(catalog: string): string {
  const messages = Object.entries(JSON.parse(catalog) as Record<string, string>)
  return JSON.stringify(Object.fromEntries(messages.map(([id, message]) => [id, compiled(id, message)])))
}

function compiled(id: string, message: string) {
  try {
    return compileMessageOrThrow(message)
  } catch (cause) {
    throw new Error(`“${id}” is not an ICU message: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
