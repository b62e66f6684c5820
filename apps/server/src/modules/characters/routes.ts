import { extname } from 'node:path'
import type { Content } from '@lastmile/content'
import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/http/api-route.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { CharacterService } from './service.ts'

const tag = 'Characters'

export function characterRoutes(app: FastifyInstance, characters: CharacterService, content: Content): void {
  apiRoute(app, 'getCharacters', { tag, summary: 'The characters to choose from', withoutAgent: true }, async () =>
    characters.list(),
  )

  apiRoute(
    app,
    'getCharacter',
    { tag, summary: 'One character, by its slug or type', withoutAgent: true },
    async ({ params }) => characters.get(params.id),
  )

  const wallets = 'Wallets that work with this site'
  apiRoute(app, 'getWallets', { tag: 'Wallets', summary: wallets, withoutAgent: true }, async () => [
    ...content.wallets,
  ])

  /** Pictures that characters and wallets name. */
  app.get('/content/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const file = content.pictureFile(path)
    if (!file) throw notFound('picture')
    // Wallets on other origins show pictures of cards too.
    reply.headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
    // An SVG opened by itself is a document: it may load and run nothing.
    if (extname(file) === '.svg') {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    }
    return reply.sendFile(file, '/')
  })
}
