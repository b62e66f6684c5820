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
import { registryReads } from './modules/distant-verifier/issuer-reads.ts'
import { distantVerifierRoutes } from './modules/distant-verifier/routes.ts'
import { insightsRoutes } from './modules/insights/routes.ts'
import { proofRoutes } from './modules/proofs/routes.ts'
import { protocolMessageRoutes } from './modules/protocol-messages/routes.ts'
import { didcommRoutes } from './modules/protocols/didcomm/routes.ts'
import { openid4vcRoutes } from './modules/protocols/openid4vc/routes.ts'
import { revocationRoutes } from './modules/revocation/routes.ts'
import { shortLinkRoutes } from './modules/short-links/routes.ts'
import { statusRoutes } from './modules/status/routes.ts'
import { weighBodies } from './platform/callers/bodies.ts'
import { longestArrival } from './platform/callers/frame-guard.ts'
import { trusts } from './platform/callers/networks.ts'
import { registerOriginCheck } from './platform/callers/origin.ts'
import { registerRateLimits } from './platform/callers/rate-limits.ts'
import { registerVisitors } from './platform/callers/visitor.ts'
import { answerUnreadable, EarlyAnswer } from './platform/http/early-answers.ts'
import { registerErrorHandler } from './platform/http/errors.ts'
import { plainHeaders, registerSecurityHeaders } from './platform/http/security-headers.ts'
import type { SitePages } from './platform/pages/site-pages.ts'
import { registerStaticSite, sendUnreadableAddress } from './platform/pages/static-site.ts'
import { logRequests } from './platform/process/logging.ts'
import { measureRequests } from './platform/process/process-metrics.ts'

/** Puts the addresses together: what holds for all of them, the routes of every module, and at last the pages. */
export async function createHttpServer(context: Context): Promise<FastifyInstance> {
  const { config, status } = context
  let pages: SitePages = new Map()
  const app = Fastify({
    loggerInstance: context.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trusts(config.trustProxy),
    bodyLimit: limits.bodyBytes,
    requestTimeout: longestArrival,
    // Node takes the longer of the two for the whole call, and its own for headers is a minute.
    http: { headersTimeout: longestArrival, connectionsCheckingInterval: 1_000, ServerResponse: EarlyAnswer },
    clientErrorHandler: answerUnreadable,
    routerOptions: { maxParamLength: limits.id },
    // Such errors are answered before any hook has run.
    frameworkErrors: (_error, request, reply) =>
      void sendUnreadableAddress(request, reply.headers(plainHeaders(config.publicUrl)), pages),
  })
  weighBodies(app, context.byteQuota, config.publicUrl)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app)
  logRequests(app)
  measureRequests(app, context.metrics)

  await registerSecurityHeaders(app, config.publicUrl)
  registerOriginCheck(app, config.publicUrl)
  await registerVisitors(app, config.publicUrl)
  const rateLimits = registerRateLimits(app, {
    factor: config.limits.rateFactor,
    publicUrl: config.publicUrl,
    keptTracking: { events: config.limits.analyticsEvents, days: config.analyticsKeptDays },
    shared: context.sharedLimiter,
  })
  app.addHook('onRequest', async (request, reply) => {
    // On a connection that is kept, the next call would be cut off.
    if (status.isStopping) reply.header('connection', 'close')
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
  proofRoutes(app, context.proofs, registryReads)
  distantVerifierRoutes(app, context.proofs)
  revocationRoutes(app, context.revoke)
  protocolMessageRoutes(app, context.protocolMessages)
  characterRoutes(app, context.characters, context.content)
  statusRoutes(app, status)
  await contactRoutes(app, context.contact, rateLimits)
  analyticsRoutes(app, context.analytics, rateLimits)
  await insightsRoutes(app, context.insights, { publicUrl: config.publicUrl, webDir: config.webDir, rateLimits })
  apiDocsRoutes(app, config)

  // Its character has addresses as every other, and the flow those of docs/product.md, section 2.
  redirect(app, `/demo/${confirmedPersonSlug}`, confirmedPersonPath)
  redirect(app, `/${confirmedPersonSlug}`, '/confirmd')
  const paths = new Set<string>([
    ...appPaths,
    confirmedPersonPath,
    ...context.characters
      .all()
      .flatMap(({ id, useCases }) => [`/demo/${id}`, ...useCases.map((useCase) => `/uc/${useCase.id}`)]),
  ])
  pages = await registerStaticSite(app, {
    webDir: config.webDir,
    publicUrl: config.publicUrl,
    measurementId: config.measurementId,
    isAppPath: (path) => paths.has(path) || isUploadedPath(path),
  })
  const { agents, invitations } = context
  shortLinkRoutes(app, invitations, pages)
  didcommRoutes(app, agents.didcomm, { publicUrl: config.publicUrl, invitations, pages })
  openid4vcRoutes(app, agents.openid4vc, { proofs: context.proofs, publicUrl: config.publicUrl, pages })
  return app
}

/** Redirects with the query of the address: an operator's link may preset options. */
function redirect(app: FastifyInstance, from: string, to: string): void {
  app.get(from, { schema: { hide: true } }, (request, reply) => {
    const query = request.url.indexOf('?')
    return reply.redirect(query < 0 ? to : to + request.url.slice(query), 302)
  })
}
