import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Compiles the messages of the demo's texts at build, so that pages bring no parser for them. */
export const compileTexts: Plugin = {
  name: 'compile-texts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(texts|failures|problems)\.\w+\.json$/ },
    handler: (code) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(JSON.parse(code) as Record<string, string>).map(([id, message]) => [
            id,
            compileMessage(message),
          ]),
        ),
      ),
  },
}
