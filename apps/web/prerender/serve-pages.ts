import type { Plugin, ViteDevServer } from 'vite'
import { firstPaintScript } from './first-paint-script.ts'

type Documents = typeof import('./documents.tsx')

/** Serves the documents from source during development and reloads them when their sources change. */
export const servePages: Plugin = {
  name: 'serve-pages',
  apply: 'serve',
  configureServer(server) {
    return () =>
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.originalUrl ?? '/', 'http://localhost').pathname
        documentAt(server, path)
          .then(({ html, status }) => {
            response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
          })
          .catch((error: Error) => {
            server.ssrFixStacktrace(error)
            next(error)
          })
      })
  },
  hotUpdate({ modules }) {
    // Browsers hold no code that only documents use, so no module there accepts the update.
    if (this.environment.name === 'ssr' && modules.length > 0) this.environment.hot.send({ type: 'full-reload' })
  },
}

async function documentAt(server: ViteDevServer, path: string): Promise<{ html: string; status: number }> {
  const { siteDocuments } = (await server.ssrLoadModule('/prerender/documents.tsx')) as Documents
  const documents = siteDocuments()
  const at = (wanted: string) => documents.find((document) => document.path === wanted)
  const isPrivate = path === '/404' || path.startsWith('/__')
  const asked = path.replace(/(.)\/$/, '$1')
  const found = isPrivate
    ? undefined
    : (at(asked) ?? at(`/__screens${asked}`) ?? at(`/__screens/${asked.split('/')[1]}`))
  const document = found ?? at('/404')
  if (!document) throw new Error('There is no page for what is not found')
  const html = document.render({
    firstPaint: await firstPaintScript(),
    stylesheets: ['/app/ui/fonts.css', '/app/app.css'],
    modules: ['/@vite/client', ...document.modules.map((source) => `/${source}`)],
    preloads: [],
  })
  return { html, status: found ? 200 : 404 }
}
