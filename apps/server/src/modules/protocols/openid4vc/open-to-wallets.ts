import type { FastifyReply } from 'fastify'

/** Wallets in browsers call from any origin, without cookies. */
export const openToWallets = (reply: FastifyReply, caching = 'no-store'): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': caching,
  })
