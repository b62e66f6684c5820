import {
  apiRoutes,
  type ContactAnswer,
  type ContactOutcome,
  contactAnswer,
  contactFieldTexts,
  contactMessage,
  contactOutcomePath,
  contactOutcomeTexts,
  limits,
} from '@lastmile/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { networkOf } from '../../platform/callers/networks.ts'
import type { RateLimits } from '../../platform/callers/rate-limits.ts'
import { type ApiError, reportFailure } from '../../platform/http/errors.ts'
import { acceptForms, formType } from '../../platform/http/forms.ts'
import type { ContactService } from './service.ts'

const toOutcomePage = z.null().describe('A form is sent on to the page of the outcome')

/**
 * `POST /demo/contact/send-email`: always answers `{ success, message }`, errors too (docs/product.md, section 7). A
 * plain HTML form gets a 303 to the outcome's page: no JavaScript needed, a reload sends nothing, no address holds the
 * message.
 */
export async function contactRoutes(app: FastifyInstance, contact: ContactService, rateLimits: RateLimits) {
  // In a scope of its own: no other address takes forms.
  await app.register(async (scope) => {
    acceptForms(scope)
    const { method, path } = apiRoutes.sendEmail
    scope.withTypeProvider<ZodTypeProvider>().route({
      method,
      url: path,
      bodyLimit: limits.bodyBytes,
      config: { api: true, withoutAgent: true },
      schema: {
        summary: 'Send a message to the team',
        tags: ['Contact'],
        consumes: ['application/json', formType],
        body: contactMessage,
        response: { 200: contactAnswer, 303: toOutcomePage, '4xx': contactAnswer, '5xx': contactAnswer },
      },
      handler: async (request, reply) => {
        await rateLimits.takeContactMessage(request.ip)
        const outcome = await contact.receive(request.visitor, networkOf(request.ip), request.body)
        return send(request, reply, 200, outcome, { success: true, message: contactOutcomeTexts[outcome] })
      },
      errorHandler: (error, request, reply) => {
        const failure = reportFailure(error, request, reply)
        const outcome = outcomeOf(failure)
        const message = fieldText(error) ?? (failure.status === 403 ? failure.message : contactOutcomeTexts[outcome])
        return send(request, reply, failure.status, outcome, { success: false, message })
      },
    })
  })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  outcome: ContactOutcome,
  answer: ContactAnswer,
): FastifyReply {
  reply.header('cache-control', 'no-store')
  const isForm = request.headers['content-type']?.toLowerCase().startsWith(formType)
  return isForm ? reply.redirect(contactOutcomePath(outcome), 303) : reply.code(status).send(answer)
}

const statusOutcomes: Record<number, ContactOutcome> = { 400: 'not-valid', 413: 'not-valid', 429: 'too-many' }
const outcomeOf = ({ status }: ApiError) => statusOutcomes[status] ?? 'not-sent'

/** The rule that the wrong field breaks; undefined when the error is not about a field. */
function fieldText(error: unknown): string | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const field = error.validation[0]?.instancePath.split('/')[1] ?? ''
  return Object.entries(contactFieldTexts).find(([name]) => name === field)?.[1]
}
