import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceWorkerPath, walletPath } from '@lastmile/contracts/site'
import { builtAlone } from './built-alone.ts'

/**
 * Writes the wallet's service worker beside its page, with the list of the page's files. Each build changes the list;
 * browsers detect a new version by that.
 *
 * @param client folder of the built site
 */
export async function writeServiceWorker(client: string): Promise<void> {
  const document = await readFile(join(client, '__screens', walletPath, 'index.html'), 'utf8')
  const named = [...document.matchAll(/(?:href|src)="(\/[^"]+\.\w+)"/g)].flatMap(([, address]) => address ?? [])
  const files = [...new Set([...named, ...(await otherFiles(client))])].sort()
  const contents = await Promise.all(files.map((file) => readFile(join(client, file))))
  const version = createHash('sha256')
  for (const content of [document, ...contents]) version.update(content)
  const shell = { page: walletPath, files, version: version.digest('base64url').slice(0, 12) }
  await writeFile(
    join(client, serviceWorkerPath),
    await builtAlone('app/wallet/offline/service-worker.ts', { SHELL: shell }),
  )
}

/** Files that no document names: the worker, its cryptography, and the fonts for names. */
async function otherFiles(client: string): Promise<string[]> {
  const found = async (folder: string, pattern: RegExp) =>
    (await readdir(join(client, folder))).filter((name) => pattern.test(name)).map((name) => `/${folder}/${name}`)
  return [...(await found('wallet', /\.js$/)), ...(await found('assets', /\.(wasm|woff2)$/))]
}
