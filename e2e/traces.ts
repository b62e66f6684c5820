import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { everythingIn } from './postgres.ts'
import type { ProductServer } from './server.ts'

/** Everything that the server has printed, and every byte of its data as text: what people told it must not be there. */
export async function tracesAt(server: ProductServer): Promise<string> {
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
  const rows = server.databaseUrl ? [await everythingIn(server.databaseUrl)] : []
  return [server.output, ...rows, ...contents].join('\n')
}

/** Everything that the page keeps in the browser, by any means there is. */
export function tracesIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await window.caches.keys()
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      databases,
      caches,
      location.href,
    ])
  })
}
