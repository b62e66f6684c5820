import { createHash, randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import { newVisitorHeader } from '@lastmile/contracts/constants'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the visitor's cookie in hex: who owns what this request makes. Empty where there is no visitor. */
    visitor: string
  }
}

const oneYearInSeconds = 365 * 24 * 60 * 60
/** 32 random bytes in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** The `__Host-` prefix keeps other subdomains from planting a cookie; browsers take it over https only. */
const cookieName = (secure: boolean) => (secure ? '__Host-visitor' : 'visitor')

/** Registers the visitor's cookie, which owns what its bearer makes (docs/product.md, section 6). */
export async function registerVisitors(app: FastifyInstance, publicUrl: string): Promise<void> {
  const secure = publicUrl.startsWith('https:')
  await app.register(cookie)
  app.decorateRequest('visitor', '')
  app.addHook('onRequest', async (request, reply) => {
    const { api, withoutVisitor } = request.routeOptions.config
    if (!api) return
    let token = request.cookies[cookieName(secure)]
    if (!token || !tokenPattern.test(token)) {
      if (withoutVisitor) return
      token = randomBytes(32).toString('base64url')
      reply.setCookie(cookieName(secure), token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: oneYearInSeconds,
      })
      reply.header(newVisitorHeader, '1')
    }
    request.visitor = hashOf(token)
  })
}

/** The visitor of a raw request, such as a socket's handshake; undefined without a valid cookie. */
export function visitorOf(cookieHeader: string | undefined, publicUrl: string): string | undefined {
  const token = cookie.parse(cookieHeader ?? '')[cookieName(publicUrl.startsWith('https:'))]
  return token && tokenPattern.test(token) ? hashOf(token) : undefined
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
