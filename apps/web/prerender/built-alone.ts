import { build } from 'vite'
import { oldestBrowsers } from '../browsers.ts'

/** Bundles a script without run-time imports. @param define replacements for names in it */
export async function builtAlone(input: string, define: Record<string, unknown> = {}): Promise<string> {
  const result = await build({
    root: process.env.LINKED_PAGES,
    resolve: { preserveSymlinks: process.env.LINKED_PAGES !== undefined },
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      target: oldestBrowsers,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error(`${input} was not built`)
  return chunk.code.trim()
}
