import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireOwnOrigin } from '../../platform/callers/origin.ts'
import type { RateLimits } from '../../platform/callers/rate-limits.ts'
import { reportFailure } from '../../platform/http/errors.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { pagePolicy } from '../../platform/http/security-headers.ts'
import { siteStylesheets, styleHash } from '../../platform/pages/server-document.ts'
import type { AnalyticsRepository } from '../analytics/repository.ts'
import { insightsPath, signInPage } from './document.ts'
import { eventsFile, type InsightsFile, insightsFiles } from './files.ts'
import { insightsPage } from './insights-page.ts'
import { type OperatorSessions, sessionSeconds } from './operator-sessions.ts'
import { type Period, readPeriod } from './period.ts'
import type { InsightsService } from './service.ts'
import { insightsStyle } from './style.ts'

const signInForm = z.object({ passcode: z.string().min(1).max(200) })

export interface InsightsServices {
  sessions: OperatorSessions
  insights: InsightsService
  events: AnalyticsRepository
}

interface Options {
  publicUrl: string
  webDir: string
  rateLimits: RateLimits
}

/**
 * `/server/insights`: the operator's page behind a passcode; without one in the settings the address does not exist.
 * Nothing of it is in the API's documentation, listed by search engines, or cached.
 */
export async function insightsRoutes(app: FastifyInstance, services: InsightsServices | undefined, options: Options) {
  if (!services) return
  const { sessions, insights, events } = services
  const { publicUrl, webDir, rateLimits } = options
  const secure = publicUrl.startsWith('https:')
  const cookieName = secure ? '__Secure-insights' : 'insights'
  const cookie = { path: insightsPath, httpOnly: true, sameSite: 'strict', secure } as const
  const policy = pagePolicy(publicUrl, { scripts: [], styles: [styleHash(insightsStyle)] })
  const stylesheets = siteStylesheets(webDir)

  const isSignedIn = (request: FastifyRequest) => sessions.isValid(request.cookies[cookieName], new Date())
  const sendHtml = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)

  // In a scope of its own: no other address takes forms.
  await app.register(async (scope) => {
    acceptForms(scope)
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
      // Other sites can neither have their visitors guess the passcode nor sign the operator out.
      if (request.method === 'POST') requireOwnOrigin(request, publicUrl)
    })
    const schema = { hide: true }

    scope.get(insightsPath, { schema }, async (request, reply) => {
      if (!(await isSignedIn(request))) return sendHtml(reply, 200, signInPage(stylesheets))
      const now = new Date()
      const period = readPeriod(request.query, now)
      const shown = await insights.of(period ?? defaultPeriod(now))
      return sendHtml(reply, period ? 200 : 400, insightsPage(shown, stylesheets, period ? undefined : notAPeriod))
    })

    scope.route({
      method: 'POST',
      url: `${insightsPath}/sign-in`,
      bodyLimit: 4_096,
      schema,
      handler: async (request, reply) => {
        await rateLimits.takeSignIn(request.ip)
        const form = signInForm.safeParse(request.body)
        if (!form.success || !sessions.isPasscode(form.data.passcode)) {
          request.log.warn('A sign-in to the insights failed: wrong passcode')
          return sendHtml(reply, 403, signInPage(stylesheets, 'That is not the passcode. Please try again.'))
        }
        reply.setCookie(cookieName, await sessions.begin(new Date()), { ...cookie, maxAge: sessionSeconds })
        return reply.redirect(insightsPath, 303)
      },
      errorHandler: (error, request, reply) => {
        const { status, retryAfter, message } = reportFailure(error, request, reply)
        const minutes = Math.ceil((retryAfter ?? 60) / 60)
        const problem = status === 429 ? `Too many attempts. Please wait ${minutes} minutes.` : message
        return sendHtml(reply, status, signInPage(stylesheets, problem))
      },
    })

    scope.post(`${insightsPath}/sign-out`, { schema }, async (request, reply) => {
      if (await isSignedIn(request)) await sessions.endAll()
      return reply.clearCookie(cookieName, cookie).redirect(insightsPath, 303)
    })

    /** Answers with a file when the operator is signed in and the period can be read. */
    const file = (name: string, content: (period: Period) => Promise<string> | Readable) =>
      scope.get(`${insightsPath}/${name}.csv`, { schema }, async (request, reply) => {
        if (!(await isSignedIn(request))) return reply.redirect(insightsPath, 303)
        const period = readPeriod(request.query, new Date())
        if (!period) return reply.code(400).type('text/plain; charset=utf-8').send(notAPeriod)
        const fileName = `${name}-${period.days.from}-to-${period.days.to}.csv`
        return reply
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .type('text/csv; charset=utf-8')
          .send(await content(period))
      })
    for (const name of Object.keys(insightsFiles) as InsightsFile[]) {
      file(name, async (period) => insightsFiles[name](await insights.of(period)))
    }
    file('events', (period) => Readable.from(eventsFile(events, period)))
  })
}

const notAPeriod = 'These days can’t be shown. Choose a first and a last day within the last 400 days, in this order.'

const defaultPeriod = (now: Date) => readPeriod({}, now) as Period
