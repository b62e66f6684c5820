import swagger from '@fastify/swagger'
import { brand } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { pagePolicy } from '../../platform/http/security-headers.ts'
import { siteStylesheets, styleHash } from '../../platform/pages/server-document.ts'
import { type ApiDescription, apiDocsPage, apiDocsStyle } from './api-docs-page.ts'

/** Collects the routes into an OpenAPI document; must come before them. */
export async function registerOpenApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand}: API of the demo`,
        version: '1.0.0',
        description: 'Invitations, credentials, proofs and revocation for the anonymous visitor whose cookie is sent.',
      },
      servers: [{ url: publicUrl }],
    },
    transform: jsonSchemaTransform,
  })
}

/** `/docs`: the API for people to read, and beside it the same for programs. */
export function apiDocsRoutes(
  app: FastifyInstance,
  { publicUrl, webDir }: { publicUrl: string; webDir: string },
): void {
  const schema = { hide: true }
  const policy = pagePolicy(publicUrl, { scripts: [], styles: [styleHash(apiDocsStyle)] })
  const stylesheets = siteStylesheets(webDir)
  let page: string | undefined
  for (const url of ['/docs', '/docs/']) {
    app.get(url, { schema }, async (_request, reply) => {
      page ??= apiDocsPage(app.swagger() as unknown as ApiDescription, publicUrl, stylesheets)
      return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
    })
  }
  app.get('/docs/openapi.json', { schema }, async () => app.swagger())
}
