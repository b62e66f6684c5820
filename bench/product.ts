import { setTimeout as pause } from 'node:timers/promises'
import type { Protocol } from '@lastmile/contracts'
import { attributes, requested } from './credential.ts'
import { type ServerProcess, servingTime } from './server-process.ts'
import type { Party, Scan } from './visit.ts'
import { Visitor } from './visitor.ts'

/** Registers a definition with this visitor and waits for its keys, if it needs some. */
export async function registerDefinition(
  visitor: Visitor,
  name: string,
  revocable: boolean,
  protocol?: 'openid4vc',
): Promise<string> {
  for (;;) {
    const { status, answer } = await visitor.call('getOrCreateCredDef', {
      body: { credential: { name, version: '2.0', attributes, revocable }, protocol },
    })
    if (status === 200) return answer.data
    await pause(300)
  }
}

/** The proof request for the visitor's credential. */
export function proofRequest(definitionId: string, revocable: boolean) {
  const restrictions = [{ cred_def_id: definitionId }]
  return { name: 'Check', ...requested({ restrictions, ...(revocable ? { non_revoked: {} } : {}) }) }
}

/** Our server, its visitors with a browser that follows over the socket. */
export function createProduct(
  server: ServerProcess & { origin: string },
  definitionId: string,
  protocol: Protocol = 'didcomm',
): Party {
  return {
    processorTime: () => servingTime(server),
    async serve(scan) {
      const visitor = new Visitor(server.origin)
      try {
        await visits[protocol](visitor, scan, definitionId)
      } finally {
        visitor.leave()
      }
    },
  }
}

const visits = {
  async didcomm(visitor: Visitor, scan: Scan, definitionId: string) {
    const { answer: invitation } = await visitor.call('createInvite', { body: { my_label: 'Bench' } })
    const { connection_id: connectionId } = invitation
    // The page shows the code while it begins to follow the connection.
    const connected = visitor.reached('connections', 'active')
    await Promise.all([visitor.follow({ connectionId }), scan(invitation.invitation_url), connected])
    const offer = { cred_def_id: definitionId, credential_proposal: { attributes } }
    await visitor.call('offerCredential', { body: { ...offer, connection_id: connectionId } })
    await visitor.reached('issue_credential', 'credential_issued')
    const proof_request = proofRequest(definitionId, true)
    await visitor.call('requestProof', { body: { connection_id: connectionId, proof_request } })
    await visitor.reached('present_proof', 'verified')
  },

  async openid4vc(visitor: Visitor, scan: Scan, definitionId: string) {
    const offer = { cred_def_id: definitionId, credential_proposal: { attributes } }
    const { answer: offered } = await visitor.call('offerCredential', { body: { ...offer, protocol: 'openid4vc' } })
    const credentialId = offered.credential_exchange_id
    await visitor.follow({ credentialId })
    await scan(offered.invitation_url ?? '')
    await visitor.reached('issue_credential', 'credential_issued')
    const { answer: asked } = await visitor.call('requestProofOutOfBand', {
      body: { protocol: 'openid4vc', my_label: 'Bench', proof_request: proofRequest(definitionId, true) },
    })
    await visitor.follow({ proofId: asked.proof.presentation_exchange_id })
    await scan(asked.shortUrl)
    await visitor.reached('present_proof', 'verified')
  },
} satisfies Record<Protocol, unknown>
