import type { Plugin } from 'vite'
import * as answers from '../../packages/contracts/src/answer-shapes.ts'
import * as persisted from '../../packages/contracts/src/persisted-shapes.ts'

/** Inlines these contract modules' values into pages: they then need no validation library (record 0042). */
export const shapesAsData: Plugin = {
  name: 'shapes-as-data',
  enforce: 'pre',
  load: {
    filter: { id: /\/contracts\/src\/(answer|persisted)-shapes\.ts$/ },
    handler: (id) =>
      Object.entries(id.endsWith('/answer-shapes.ts') ? answers : persisted)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n'),
  },
}
