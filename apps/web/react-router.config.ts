import { join } from 'node:path'
import { pages } from '@lastmile/contracts/pages'
import type { Config } from '@react-router/dev/config'
import { characterSummaries } from './prerender/characters.ts'
import { deferHydration } from './prerender/defer-hydration.ts'

const prerendered = [...pages.map(({ path }) => path), ...characterSummaries().map(({ id }) => `/${id}`)]

/**
 * Marketing pages and the not-found page are HTML at build time; every other page starts from one fallback document and
 * is rendered in the browser. The server decides which of the files a request gets, and its status.
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: false,
  prerender: prerendered,
  buildEnd: ({ reactRouterConfig }) => deferHydration(join(reactRouterConfig.buildDirectory, 'client'), prerendered),
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: true,
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config
