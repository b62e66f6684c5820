import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { serverSegments } from '../../packages/contracts/src/constants.ts'
import { apiSegments } from '../../packages/contracts/src/demo-segments.ts'
import { oldestBrowsers } from './browsers.ts'
import { compileTexts } from './compile-texts.ts'
import { firstPaintScript } from './prerender/first-paint-script.ts'
import { servePages } from './prerender/serve-pages.ts'
import { shapesAsData } from './shapes-as-data.ts'
import { untilListening } from './until-listening.ts'

type WriteSite = typeof import('./prerender/write-site.ts')

const serverOrigin = process.env.SERVER_ORIGIN ?? 'http://localhost:3000'

/** Holds requests while the server starts. */
const toServer = { target: serverOrigin, ws: true, bypass: () => untilListening(serverOrigin) }

/** Sources of the documents' entries. */
const entries = [
  'app/site/site.ts',
  'app/site/home.ts',
  'app/site/contact.ts',
  'app/site/copy-links.ts',
  'app/demo.tsx',
  'app/app.css',
  'app/ui/fonts.css',
]

/** Names of built files say nothing that a content blocker could take for advertising or analytics. */
const hash = '[hash:12]'
const named = { assetFileNames: `assets/${hash}[extname]`, hashCharacters: 'hex' } as const

const client = join(import.meta.dirname, 'build/client')
const prerender = join(import.meta.dirname, 'build/prerender')

export default defineConfig({
  appType: 'custom',
  // Set when a link leads to the repository (scripts/vite.mjs).
  resolve: { preserveSymlinks: process.env.LINKED_PAGES !== undefined },
  plugins: [shapesAsData, compileTexts, tailwindcss(), servePages],
  build: {
    target: oldestBrowsers,
    // Keeps small files separate: the content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    // The documents preload their modules' imports.
    modulePreload: false,
    rolldownOptions: {
      // Packages mark browser code for servers that distinguish the two.
      onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
      output: { ...named, chunkFileNames: `assets/${hash}.js` },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [shapesAsData],
    // Below the wallet's page: its service worker can then cache them.
    rolldownOptions: {
      output: {
        ...named,
        entryFileNames: `wallet/${hash}.js`,
        chunkFileNames: ({ name }) => `${name === 'lab-worker' ? 'assets' : 'wallet'}/${hash}.js`,
      },
    },
  },
  environments: {
    client: {
      build: {
        outDir: client,
        manifest: 'manifest.json',
        rolldownOptions: { input: entries, output: { entryFileNames: `assets/${hash}.js` } },
      },
    },
    ssr: {
      build: { outDir: prerender, emitAssets: true, rolldownOptions: { input: 'prerender/write-site.ts' } },
      resolve: { noExternal: [/^@lastmile\//] },
    },
  },
  builder: {
    async buildApp({ build, environments: { client: browser, ssr } }) {
      if (!browser || !ssr) throw new Error('Vite knows no environment for browsers, or none for Node')
      await build(browser)
      await build(ssr)
      const { writeSite } = (await import(pathToFileURL(join(prerender, 'write-site.js')).href)) as WriteSite
      await writeSite(client, join(prerender, 'assets'), await firstPaintScript())
    },
  },
  server: {
    proxy: {
      [`^/demo/(${apiSegments.join('|')})(/|\\?|$)`]: toServer,
      [`^/(${[...serverSegments, '\\.well-known'].join('|')})(/|\\?|$)`]: toServer,
    },
  },
})
