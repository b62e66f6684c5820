import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Manifest } from 'vite'
import { builtFiles } from './built-files.ts'
import { compressFiles } from './compress-files.ts'
import { withCriticalStyles } from './critical-styles.ts'
import { pagesNow, siteDocuments } from './documents.tsx'
import { drawIcons } from './icons.ts'
import { writeServiceWorker } from './service-worker.ts'
import { drawSocialImages } from './social-images.ts'

/**
 * Completes the site after the build of its scripts and styles: documents, pictures and compressed copies.
 *
 * @param client folder of the browser build, including `manifest.json`
 * @param pictures folder of pictures that only pages use
 * @param firstPaint source text of `site/first-paint.ts`
 */
export async function writeSite(client: string, pictures: string, firstPaint: string): Promise<void> {
  const manifestFile = join(client, 'manifest.json')
  const built = builtFiles(JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest)
  // Not to be served: tests find a source's file by it.
  await rename(manifestFile, join(client, '../manifest.json'))
  await cp(pictures, join(client, 'assets'), { recursive: true })

  const withStyles = withCriticalStyles(client, built.rules)
  for (const document of siteDocuments()) {
    const html = document.render(built.assetsOf(document, firstPaint))
    const file = join(client, document.path, 'index.html')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, document.kind === 'page' ? await withStyles(html) : html)
  }
  const pages = pagesNow().map(({ page }) => page)
  await drawSocialImages(client, pages)
  await drawIcons(client)
  await writeServiceWorker(client)
  await compressFiles(client)
}
