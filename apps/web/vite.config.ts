import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { reservedDemoSegments, serverSegments } from '../../packages/contracts/src/constants.ts'
import { compileTexts } from './compile-texts.ts'

const serverOrigin = process.env.SERVER_ORIGIN ?? 'http://localhost:3000'

/** `/demo/…` holds pages and the API alike (decisions): the API's own first segments go to the server. */
const apiSegments = reservedDemoSegments.filter((segment) => segment !== 'confirmedPerson')

/**
 * What is loaded later brings no stylesheet and hardly any other file, so the code that looks ahead for those would weigh
 * more on every page than it saves.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** The router's package offers browsers its warnings for developers only; the build without them stands beside. */
const routerWithoutWarnings: Plugin = {
  name: 'router-without-warnings',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: /^react-router(\/dom)?$/ },
    async handler(id, importer, options) {
      const found = await this.resolve(id, importer, { ...options, skipSelf: true })
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') }
    },
  },
}

export default defineConfig({
  plugins: [compileTexts, tailwindcss(), reactRouter(), plainImports, routerWithoutWarnings],
  build: {
    // Content security policy: no data: fonts or scripts, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: false,
    // One stylesheet, so that nothing that is loaded later brings another.
    cssCodeSplit: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page loads, and every screen of the demo, comes in few files: together they are smaller than each
            // for itself. The contact form needs two parts of the demo's, so those stay apart.
            codeSplitting: {
              groups: [
                { name: 'texts', test: /contracts\/src\/(api-routes|constants|texts)/, priority: 3 },
                { name: 'call', test: /app\/api\/(call|api-error|retry)/, priority: 2 },
                { name: 'frame', test: /entry\.client|app\/(root\.tsx|routes\/marketing|metadata\/)/, priority: 4 },
                { name: 'journey', test: /app\/state\/(?!behavior)|packages\/journey/, minShareCount: 2, priority: 1 },
                { name: 'blocks', test: /features\/marketing\/blocks/, minShareCount: 4, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    proxy: {
      [`^/demo/(${apiSegments.join('|')})(/|\\?|$)`]: { target: serverOrigin, ws: true },
      [`^/(${[...serverSegments, '\\.well-known'].join('|')})(/|\\?|$)`]: { target: serverOrigin, ws: true },
    },
  },
})
