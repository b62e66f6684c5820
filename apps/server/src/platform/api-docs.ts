import swagger from '@fastify/swagger'
import { brand } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

const docsPath = '/docs'
/** The reference brings inline scripts and styles of its own; it loads nothing from elsewhere. */
const docsPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

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

/** The readable documentation under `/docs`, with everything it needs served from here. */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => {
      if (request.url.startsWith(docsPath)) reply.header('content-security-policy', docsPolicy)
    })
    const { default: reference } = await import('@scalar/fastify-api-reference')
    await scope.register(reference, {
      routePrefix: docsPath,
      configuration: { withDefaultFonts: false, telemetry: false, hideClientButton: true },
    })
  })
}
