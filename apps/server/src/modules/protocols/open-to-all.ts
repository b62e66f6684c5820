import type { FastifyReply } from 'fastify'

/** Wallets on any origin may read the answer, without cookies. */
export const openToAll = (reply: FastifyReply, caching: string): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': caching,
  })
