import type { Wallet } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/http/api-route.ts'

export function walletRoutes(app: FastifyInstance, wallets: readonly Wallet[]): void {
  apiRoute(
    app,
    'getWallets',
    { tag: 'Wallets', summary: 'Wallets that work with this site', withoutAgent: true },
    async () => [...wallets],
  )
}
