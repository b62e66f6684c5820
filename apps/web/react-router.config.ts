import { join } from 'node:path'
import { characterPage, type Page, pages } from '@lastmile/contracts/pages'
import type { Config } from '@react-router/dev/config'
import { characterSummaries } from './prerender/characters.ts'
import { compressFiles } from './prerender/compress-files.ts'
import { deferHydration } from './prerender/defer-hydration.ts'
import { drawIcons } from './prerender/icons.ts'
import { inlineStyles } from './prerender/inline-styles.ts'
import { drawSocialImages } from './prerender/social-images.ts'

const prerenderedPages: Page[] = [...pages, ...characterSummaries().map(characterPage)]
const prerendered = prerenderedPages.map(({ path }) => path)

/**
 * Marketing pages and the not-found page are HTML at build time; every other page starts from one fallback document and
 * is rendered in the browser. The server decides which of the files a request gets, and its status.
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: false,
  prerender: prerendered,
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client')
    await inlineStyles(client, prerendered)
    await deferHydration(client, prerendered)
    await drawSocialImages(client, prerenderedPages)
    await drawIcons(client)
    await compressFiles(client)
  },
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config
