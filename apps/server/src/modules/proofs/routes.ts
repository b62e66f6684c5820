import type { KeptReads } from '@lastmile/agent/port'
import { type ProofRecord, timings } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/http/api-route.ts'
import { outOfBandProofOf, proofRecordOf } from './proof-record.ts'
import type { ProofService } from './service.ts'

const tag = 'Proofs'

/** @param registryReads the reads of a distant verifier, as the API reports them */
export function proofRoutes(
  app: FastifyInstance,
  proofs: ProofService,
  registryReads: (kept: KeptReads) => ProofRecord['registry_reads'],
): void {
  const requests = [
    ['requestProof', 'Ask a connected wallet for a proof', 0],
    [
      'requestProofByDeepLink',
      'The same, waiting up to 10 s for a wallet that was opened by a link',
      timings.deepLinkConnectionWait,
    ],
  ] as const
  for (const [name, summary, waitMs] of requests) {
    apiRoute(app, name, { tag, summary }, async ({ body, ...caller }) =>
      proofRecordOf(await proofs.request(caller, body.connection_id, body, waitMs)),
    )
  }

  apiRoute(
    app,
    'requestProofOutOfBand',
    { tag, summary: 'A link that asks whatever wallet opens it for a proof' },
    async ({ body, ...caller }) => {
      return outOfBandProofOf(await proofs.requestOutOfBand(caller, body))
    },
  )

  apiRoute(app, 'getProof', { tag, summary: 'What came of a proof request' }, async ({ visitor, params }) => {
    const { proof, snapshot } = await proofs.get(visitor, params.id)
    const reads = snapshot?.verified === undefined ? undefined : snapshot.reads
    return { ...proofRecordOf(proof, snapshot), ...(reads && { registry_reads: registryReads(reads) }) }
  })

  apiRoute(app, 'deleteProof', { tag, summary: 'Withdraw or forget a proof' }, async ({ visitor, params }) => {
    await proofs.entries.delete(visitor, params.id)
    return null
  })
}
