import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Compiles the messages of the demo's texts at build, so that pages bring no parser for them. */
export const compileTexts: Plugin = {
  name: 'compile-texts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(texts|failures|problems)\.\w+\.json$/ },
    handler: compiledTexts,
  },
}

/**
 * The messages of a catalog, compiled.
 *
 * @throws Error with the id of a message that is none, which would be shown as it stands, braces and all
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
