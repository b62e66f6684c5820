import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/http/api-route.ts'
import { protocolMessageOf } from './protocol-message-record.ts'
import type { ProtocolMessages } from './service.ts'

const tag = 'Protocol messages'

export function protocolMessageRoutes(app: FastifyInstance, messages: ProtocolMessages): void {
  apiRoute(
    app,
    'getConnectionMessages',
    { tag, summary: 'What passed between the issuer and the wallet on a connection, without any value' },
    async ({ visitor, params }) => ({
      messages: (await messages.onConnection(visitor, params.id)).map(protocolMessageOf),
    }),
  )

  apiRoute(
    app,
    'getCredentialMessages',
    { tag, summary: 'The same for the issuance of one credential' },
    async ({ visitor, params }) => ({
      messages: (await messages.ofCredential(visitor, params.id)).map(protocolMessageOf),
    }),
  )

  apiRoute(app, 'getProofMessages', { tag, summary: 'The same for one proof' }, async ({ visitor, params }) => ({
    messages: (await messages.ofProof(visitor, params.id)).map(protocolMessageOf),
  }))
}
