import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { reservedDemoSegments, serverSegments } from '../../packages/contracts/src/constants.ts'

const serverOrigin = process.env.SERVER_ORIGIN ?? 'http://localhost:3000'

/** `/demo/…` holds pages and the API alike (decisions): the API's own first segments go to the server. */
const apiSegments = reservedDemoSegments.filter((segment) => segment !== 'confirmedPerson')

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // Content security policy: no data: fonts or scripts, so small files stay files.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      [`^/demo/(${apiSegments.join('|')})(/|\\?|$)`]: { target: serverOrigin, ws: true },
      [`^/(${[...serverSegments, '\\.well-known'].join('|')})(/|\\?|$)`]: { target: serverOrigin, ws: true },
    },
  },
})
