import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { everythingIn } from './postgres.ts'
import type { ProductServer } from './server.ts'

/**
 * Everything that the server has printed, and every byte of its data as text: what people sent it must not be there.
 */
export async function tracesAt(server: ProductServer): Promise<string> {
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
  const rows = server.databaseUrl ? [await everythingIn(server.databaseUrl)] : []
  return [server.output, ...rows, ...contents].join('\n')
}

/** Everything that the page keeps in the browser, by any means there is; of cached files their addresses. */
export function tracesIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const recordsOf = async ({ name = '' }: IDBDatabaseInfo) => {
      const database = await done(indexedDB.open(name))
      const all = await Promise.all(
        [...database.objectStoreNames].map((store) => {
          const records = database.transaction(store).objectStore(store)
          return Promise.all([store, done(records.getAllKeys()), done(records.getAll())])
        }),
      )
      database.close()
      return [name, all]
    }
    const addressesIn = async (name: string) => {
      const cached = await (await caches.open(name)).keys()
      return [name, cached.map(({ url }) => url)]
    }
    const kept = [
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      await Promise.all((await indexedDB.databases()).map(recordsOf)),
      await Promise.all((await caches.keys()).map(addressesIn)),
      location.href,
    ]
    const isBinary = (value: unknown) => value instanceof ArrayBuffer || ArrayBuffer.isView(value)
    return JSON.stringify(kept, (_key, value) => (isBinary(value) ? new TextDecoder().decode(value) : value))
  })
}
