import type { Plugin } from 'vite'
import * as shapes from '../../packages/contracts/src/answer-shapes.ts'

/** Inlines this contract module's values into pages: they then need no validation library (record 0042). */
export const answerShapesAsData: Plugin = {
  name: 'answer-shapes-as-data',
  enforce: 'pre',
  load: {
    filter: { id: /\/contracts\/src\/answer-shapes\.ts$/ },
    handler: () =>
      Object.entries(shapes)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n'),
  },
}
