import type { FastifyInstance } from 'fastify'

/** How a plain HTML form posts its fields. */
export const formType = 'application/x-www-form-urlencoded'

/** Lets the addresses of this scope take forms; no other address does. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: unknown, body: string) =>
    Object.fromEntries(new URLSearchParams(body)),
  )
}
