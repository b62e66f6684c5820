import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { confirmedPersonPath, confirmedPersonSlug, isUploadedPath, limits } from '@lastmile/contracts'
import { appPaths } from '@lastmile/contracts/pages'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Context } from './context.ts'
import { analyticsRoutes } from './modules/analytics/routes.ts'
import { apiDocsRoutes, registerOpenApi } from './modules/api-docs/routes.ts'
import { characterRoutes } from './modules/characters/routes.ts'
import { connectionRoutes } from './modules/connections/routes.ts'
import { contactRoutes } from './modules/contact/routes.ts'
import { credentialRoutes } from './modules/credentials/routes.ts'
import { didcommRoutes } from './modules/didcomm/routes.ts'
import { insightsRoutes } from './modules/insights/routes.ts'
import { proofRoutes } from './modules/proofs/routes.ts'
import { protocolMessageRoutes } from './modules/protocol-messages/routes.ts'
import { revocationRoutes } from './modules/revocation/routes.ts'
import { shortLinkRoutes } from './modules/short-links/routes.ts'
import { statusRoutes } from './modules/status/routes.ts'
import { walletRoutes } from './modules/wallets/routes.ts'
import { ApiError, registerErrorHandler, sendError } from './platform/errors.ts'
import { logRequests } from './platform/logging.ts'
import { measureRequests } from './platform/metrics.ts'
import { registerOriginCheck } from './platform/origin.ts'
import { registerRateLimits } from './platform/rate-limits.ts'
import { registerSecurityHeaders } from './platform/security-headers.ts'
import { registerStaticSite } from './platform/static-site.ts'
import { registerVisitors } from './platform/visitor.ts'

/** Every address of the server in one place: what holds for all of them, the routes, and at last the pages. */
export async function createHttpServer(context: Context): Promise<FastifyInstance> {
  const { config, status } = context
  const app = Fastify({
    loggerInstance: context.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: limits.id },
    frameworkErrors: (_error, _request, reply) =>
      void sendError(reply, new ApiError(400, 'address-not-valid', 'There can be nothing at this address.')),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app)
  logRequests(app)
  measureRequests(app, context.metrics)

  await registerSecurityHeaders(app, config.publicUrl)
  registerOriginCheck(app, config.publicUrl)
  await registerVisitors(app, config.publicUrl)
  const rateLimits = await registerRateLimits(app, config.limits.rateFactor, {
    events: config.limits.analyticsEvents,
    days: config.analyticsKeptDays,
  })
  app.addHook('onRequest', async (request) => {
    const { api, withoutAgent } = request.routeOptions.config
    if (api && !withoutAgent) status.requireReady()
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await registerOpenApi(app, config.publicUrl)

  connectionRoutes(app, context.connections)
  credentialRoutes(app, context.credentials, context.definitions, rateLimits)
  proofRoutes(app, context.proofs)
  revocationRoutes(app, context.revocation)
  protocolMessageRoutes(app, context.protocolMessages)
  characterRoutes(app, context.characters, context.content)
  walletRoutes(app, context.content.wallets)
  statusRoutes(app, status)
  shortLinkRoutes(app, context.shortLinks)
  await contactRoutes(app, context.contact, rateLimits)
  analyticsRoutes(app, context.analytics, rateLimits)
  await insightsRoutes(app, context.insights, { publicUrl: config.publicUrl, webDir: config.webDir, rateLimits })
  didcommRoutes(app, context.agent)
  apiDocsRoutes(app, config)

  // Its character has an address as every other, and the flow the one that the specification gives it.
  app.get(`/demo/${confirmedPersonSlug}`, { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(confirmedPersonPath, 302),
  )
  const paths = new Set<string>([
    ...appPaths,
    confirmedPersonPath,
    ...context.characters.slugs().map((slug) => `/demo/${slug}`),
    ...context.characters.useCaseIds().map((id) => `/uc/${id}`),
  ])
  await registerStaticSite(app, {
    webDir: config.webDir,
    publicUrl: config.publicUrl,
    measurementId: config.measurementId,
    isAppPath: (path) => paths.has(path) || isUploadedPath(path),
  })
  return app
}
