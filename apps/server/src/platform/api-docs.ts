import swagger from '@fastify/swagger'
import { brand } from '@lastmile/contracts'
import Fastify, { type FastifyInstance } from 'fastify'
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

/**
 * The readable documentation under `/docs`, with everything it needs served from here. It is 4 MB of script that few ask
 * for, so it is loaded by its first reader, on a server inside the server.
 */
export function registerApiDocs(app: FastifyInstance): void {
  let docs: Promise<FastifyInstance> | undefined
  const load = async () => {
    const { default: reference } = await import('@scalar/fastify-api-reference')
    const inner = Fastify()
    await inner.register(reference, {
      routePrefix: docsPath,
      configuration: {
        content: () => app.swagger(),
        // Nothing that would lead the reader, or what they type, to another site.
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
      },
    })
    return inner
  }
  for (const url of [docsPath, `${docsPath}/*`]) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      docs ??= load().catch((error) => {
        docs = undefined
        throw error
      })
      const answer = await (await docs).inject({ method: 'GET', url: request.url })
      const { location, 'content-type': type } = answer.headers
      return reply
        .code(answer.statusCode)
        .headers({ 'content-security-policy': docsPolicy, ...(location && { location }) })
        .type(String(type ?? 'text/plain'))
        .send(answer.rawPayload)
    })
  }
}
