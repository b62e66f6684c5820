import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Script hashes of one page's inline scripts, in the form of the policy: `'sha256-…'`. */
export interface InlineHashes {
  scripts: string[]
  styles: string[]
}

/** Where the web analytics that an operator can switch on comes from, and where it reports to. */
const webAnalytics = {
  scripts: ['https://www.googletagmanager.com'],
  reports: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
}

/**
 * The content security policy of a page: nothing from elsewhere, and inline only what the page was built with.
 * @param isMeasured whether the operator has switched web analytics on
 */
export function pagePolicy(publicUrl: string, inline: InlineHashes, isMeasured = false): string {
  const socketOrigin = publicUrl.replace(/^http/, 'ws')
  const { scripts, reports } = isMeasured ? webAnalytics : { scripts: [], reports: [] }
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline.scripts, ...scripts],
    'style-src': ["'self'", ...inline.styles],
    'img-src': ["'self'", 'data:', ...reports],
    'font-src': ["'self'"],
    'connect-src': ["'self'", socketOrigin, ...reports],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * The policy of the web wallet's worker: only there WebAssembly may be compiled. It may reach any secure address,
 * because issuers and verifiers are anywhere, and on a local site also other local addresses.
 */
export function walletWorkerPolicy(publicUrl: string): string {
  const socketOrigin = publicUrl.replace(/^http/, 'ws')
  const neighbours = new URL(publicUrl).hostname === 'localhost' ? ' http://localhost:* ws://localhost:*' : ''
  return `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ${socketOrigin} https: wss:${neighbours}`
}

/** The policy of the service worker: it may fetch files of this site, and nothing else. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'"

/** The permissions that a page may ask for. @param camera the wallet on it may ask, to scan a code */
export const permissions = (camera: boolean) =>
  `camera=(${camera ? 'self' : ''}), geolocation=(), microphone=(), payment=()`

const referrer = 'strict-origin-when-cross-origin'
const hstsMaxAge = 365 * 24 * 60 * 60

/** Headers of answers that bypass Fastify's hooks: unreadable addresses, and the pages' socket while it polls. */
export const plainHeaders = (publicUrl: string) => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': permissions(false),
  'referrer-policy': referrer,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${hstsMaxAge}` }),
})

/** Headers of every answer of Fastify's. Pages bring their own policy; everything else may load nothing at all. */
export async function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: hstsMaxAge, includeSubDomains: false },
    referrerPolicy: { policy: referrer },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissions(false))
  })
}
