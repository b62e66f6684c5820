import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/http/api-route.ts'
import { outOfBandProofOf } from '../proofs/proof-record.ts'
import type { ProofService } from '../proofs/service.ts'
import { readsFor } from './issuer-reads.ts'

/** Of the lab alone: every other proof is asked for by the issuer itself, which reads its own store (record 115). */
export function distantVerifierRoutes(app: FastifyInstance, proofs: ProofService): void {
  apiRoute(
    app,
    'requestProofByDistantVerifier',
    { tag: 'Lab', summary: 'The same link, by a verifier that reads the issuer by its addresses' },
    async ({ body: { distance, ...body }, ...caller }) => {
      const { earlier } = distance
      const before = earlier === undefined ? undefined : (await proofs.get(caller.visitor, earlier)).snapshot
      return outOfBandProofOf(await proofs.requestOutOfBand(caller, body, readsFor(distance, before?.reads)))
    },
  )
}
