import { timings } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import { apiRoute } from '../../platform/api-route.ts'
import { proofRecordOf } from './records.ts'
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
    apiRoute(app, name, { tag, summary }, async ({ visitor, body, gone }) =>
      proofRecordOf(await proofs.request(visitor, body.connection_id, body.proof_request, body.comment, waitMs, gone)),
    )
  }

  apiRoute(
    app,
    'requestProofOutOfBand',
    { tag, summary: 'A link that asks whatever wallet opens it for a proof', staysOpen: true },
    async ({ visitor, body }) => {
      const { exchange, invitationUrl, shortUrl } = await proofs.requestOutOfBand(
        visitor,
        body.proof_request,
        body.comment,
      )
      return { proofUrl: invitationUrl, shortUrl, proof: proofRecordOf(exchange) }
    },
  )

  apiRoute(app, 'getProof', { tag, summary: 'What came of a proof request' }, async ({ visitor, params }) => {
    const { exchange, presentation } = await proofs.get(visitor, params.id)
    return proofRecordOf(exchange, presentation)
  })

  apiRoute(app, 'deleteProof', { tag, summary: 'Withdraw or forget a proof' }, async ({ visitor, params }) => {
    await proofs.delete(visitor, params.id)
    return null
  })
}
