import { timings } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/http/api-route.ts'
import { proofRecordOf } from './proof-record.ts'
import type { ProofService } from './service.ts'

const tag = 'Proofs'

export function proofRoutes(app: FastifyInstance, proofs: ProofService): void {
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
      const { entry, invitationUrl, shortUrl } = await proofs.requestOutOfBand(caller, body)
      return { proofUrl: invitationUrl, shortUrl, proof: proofRecordOf(entry) }
    },
  )

  apiRoute(app, 'getProof', { tag, summary: 'What came of a proof request' }, async ({ visitor, params }) => {
    const { proof, snapshot } = await proofs.get(visitor, params.id)
    return proofRecordOf(proof, snapshot)
  })

  apiRoute(app, 'deleteProof', { tag, summary: 'Withdraw or forget a proof' }, async ({ visitor, params }) => {
    await proofs.delete(visitor, params.id)
    return null
  })
}
