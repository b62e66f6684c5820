import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/http/api-route.ts'
import type { ProtocolMessages } from './service.ts'

const tag = 'Protocol messages'

export function protocolMessageRoutes(app: FastifyInstance, messages: ProtocolMessages): void {
  apiRoute(
    app,
    'getConnectionMessages',
    { tag, summary: 'What passed between the issuer and the wallet on a connection, without any value' },
    async ({ visitor, params }) => ({ messages: await messages.onConnection(visitor, params.id) }),
  )

  for (const [name, kind] of [
    ['getCredentialMessages', 'credential'],
    ['getProofMessages', 'proof'],
  ] as const)
    apiRoute(app, name, { tag, summary: `The same for one ${kind}` }, async ({ visitor, params }) => ({
      messages: await messages.ofExchange(kind, visitor, params.id),
    }))
}
