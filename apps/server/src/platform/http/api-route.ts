import { yieldToEventLoop } from '@lastmile/agent/port'
import { type ApiRouteName, apiRoutes, apiSchemas, errorAnswer, limits } from '@lastmile/contracts'
import type { FastifyBaseLogger, FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a route of the public API: it has a visitor, an origin check and rate limits. */
    api?: boolean
    /** Answers while the issuer is still starting, too. */
    withoutAgent?: boolean
    /** Sets no visitor's cookie, and has limits of its own. */
    withoutVisitor?: boolean
  }
}

type Schemas = typeof apiSchemas
type Parsed<Name extends ApiRouteName, Part extends 'body' | 'params'> =
  Schemas[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined
type Answer<Name extends ApiRouteName> = z.output<Schemas[Name]['answer']>

export interface Caller {
  /** The hash of the visitor's cookie. Empty where a route works without one and none came. */
  visitor: string
  /** The network address, for limits only. */
  address: string
  /** Fires when the caller has gone away. */
  gone: AbortSignal
}

interface Call<Name extends ApiRouteName> extends Caller {
  params: Parsed<Name, 'params'>
  body: Parsed<Name, 'body'>
  /** The browser asks every site not to track (Global Privacy Control). */
  refusesTracking: boolean
  log: FastifyBaseLogger
}

interface RouteOptions extends Omit<FastifyContextConfig, 'api'> {
  /** For the API's documentation. */
  summary: string
  tag: string
  bodyLimit?: number
}

/**
 * Registers one row of the route table: path, payload and answer come from the contract, so that a route can't drift
 * from what the pages and the documentation rely on. An answer of null is sent as 204.
 * @param handle sets a status on the reply where it is not the usual one
 */
export function apiRoute<Name extends ApiRouteName>(
  app: FastifyInstance,
  name: Name,
  { summary, tag, bodyLimit = limits.bodyBytes, ...marks }: RouteOptions,
  handle: (call: Call<Name>, reply: FastifyReply) => Promise<Answer<Name>>,
): void {
  const { method, path } = apiRoutes[name]
  const schemas: { params?: z.ZodType; body?: z.ZodType; answer: z.ZodType } = apiSchemas[name]
  const status = schemas.answer.type === 'null' ? 204 : 200
  app.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    bodyLimit,
    config: { api: true, ...marks },
    schema: {
      summary,
      tags: [tag],
      ...(schemas.params && { params: schemas.params }),
      ...(schemas.body && { body: schemas.body }),
      response: { [status]: schemas.answer, 202: schemas.answer, '4xx': errorAnswer, '5xx': errorAnswer },
    },
    handler: async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort()
      })
      await yieldToEventLoop()
      const call = {
        visitor: request.visitor,
        address: request.ip,
        params: request.params as Parsed<Name, 'params'>,
        body: request.body as Parsed<Name, 'body'>,
        refusesTracking: request.headers['sec-gpc'] === '1',
        log: request.log,
        gone: gone.signal,
      }
      const answer = await handle(call, reply.header('cache-control', 'no-store'))
      return answer === null ? reply.code(204).send() : answer
    },
  })
}
