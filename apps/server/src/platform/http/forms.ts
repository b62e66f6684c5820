import { limits } from '@lastmile/contracts'
import { errorCodes, type FastifyInstance } from 'fastify'

/** How a plain HTML form posts its fields. */
export const formType = 'application/x-www-form-urlencoded'
/** Honest forms have six. */
const mostFields = 50

/** Lets the addresses of this scope take forms; no other address does. */
export function acceptForms(scope: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: limits.bodyBytes } as const
  scope.addContentTypeParser(formType, options, async (_request: unknown, body: string) => {
    if (body.split('&', mostFields + 1).length > mostFields) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    return Object.fromEntries(new URLSearchParams(body))
  })
}
