import { limits, timings } from '@lastmile/contracts'
import type { FastifyInstance } from 'fastify'
import type { RateLimits } from '../../platform/callers/rate-limits.ts'
import { apiRoute } from '../../platform/http/api-route.ts'
import { credentialRecordOf } from './credential-record.ts'
import type { CredentialDefinitions } from './definitions.ts'
import type { CredentialService } from './service.ts'

const tag = 'Credentials'

export function credentialRoutes(
  app: FastifyInstance,
  credentials: CredentialService,
  definitions: CredentialDefinitions,
  rateLimits: RateLimits,
): void {
  apiRoute(
    app,
    'getOrCreateCredDef',
    { tag, summary: 'The id of a credential definition, made when there is none', bodyLimit: limits.uploadBytes },
    async ({ visitor, address, body }, reply) => {
      const allowNew = () => rateLimits.takeRegistration(address)
      const { id, state } = await definitions.getOrCreate(visitor, body.credential, allowNew, body.protocol)
      if (state === 'preparing') reply.code(202).header('retry-after', '2')
      return { data: id, state }
    },
  )

  const offers = [
    ['offerCredential', 'Offer a credential to a connected wallet', 0],
    [
      'offerCredentialByDeepLink',
      'The same, waiting up to 10 s for a wallet that was opened by a link',
      timings.deepLinkConnectionWait,
    ],
  ] as const
  for (const [name, summary, waitMs] of offers) {
    apiRoute(app, name, { tag, summary }, async ({ body, ...caller }) => {
      const { connection_id: connectionId, protocol, valid_seconds: validSeconds } = body
      const offer = { definitionId: body.cred_def_id, attributes: body.credential_proposal.attributes }
      if (connectionId !== undefined)
        return credentialRecordOf(await credentials.offer(caller, { connectionId, ...offer }, waitMs))
      const { entry, invitationUrl, acrossDevices } = await credentials.offerByInvitation(caller, {
        ...offer,
        protocol,
        validSeconds,
      })
      return {
        ...credentialRecordOf(entry),
        invitation_url: invitationUrl,
        other_device: { invitation_url: acrossDevices.invitationUrl, tx_code: acrossDevices.txCode },
      }
    })
  }

  apiRoute(app, 'getCredential', { tag, summary: 'How far an issuance is' }, async ({ visitor, params }) =>
    credentialRecordOf(await credentials.entries.get(visitor, params.id)),
  )

  const alike = 'How many cards verifiers can not tell from this one'
  apiRoute(app, 'getAnonymitySet', { tag, summary: alike }, async ({ visitor, params }) => ({
    cards: await credentials.countAlike(await credentials.entries.get(visitor, params.id)),
  }))

  apiRoute(app, 'deleteCredential', { tag, summary: 'Withdraw or forget an issuance' }, async ({ visitor, params }) => {
    await credentials.entries.delete(visitor, params.id)
    return null
  })
}
