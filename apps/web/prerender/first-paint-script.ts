import { build } from 'vite'

/** The text of `app/site/first-paint.ts`, built by itself: it stands in documents, where there is nothing to import from. */
export async function firstPaintScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'app/site/first-paint.ts', output: { format: 'iife' } },
    },
  })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('The script of the first paint was not built')
  return chunk.code.trim()
}
