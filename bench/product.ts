import { setTimeout as pause } from 'node:timers/promises'
import { attributes, requested } from './credential.ts'
import { type ServerProcess, servingTime } from './server-process.ts'
import type { Party } from './visit.ts'
import { Visitor } from './visitor.ts'

/** Registers a definition with this visitor and waits for its keys. */
export async function registerDefinition(visitor: Visitor, name: string, revocable: boolean): Promise<string> {
  for (;;) {
    const { status, answer } = await visitor.call('getOrCreateCredDef', {
      body: { credential: { name, version: '2.0', attributes, revocable } },
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
export function createProduct(server: ServerProcess & { origin: string }, definitionId: string): Party {
  return {
    processorTime: () => servingTime(server),
    async serve(scan) {
      const visitor = new Visitor(server.origin)
      try {
        const { answer: invitation } = await visitor.call('createInvite', { body: { my_label: 'Bench' } })
        const connection_id = invitation.connection_id
        // The page shows the code while it begins to follow the connection.
        const connected = visitor.reached('connections', 'active')
        await Promise.all([visitor.follow(connection_id), scan(invitation.invitation_url), connected])
        await visitor.call('offerCredential', {
          body: { connection_id, cred_def_id: definitionId, credential_proposal: { attributes } },
        })
        await visitor.reached('issue_credential', 'credential_issued')
        await visitor.call('requestProof', {
          body: { connection_id, proof_request: proofRequest(definitionId, true) },
        })
        await visitor.reached('present_proof', 'verified')
      } finally {
        visitor.leave()
      }
    },
  }
}
