import { DidDocumentRole, DidRepository, Kms } from '@credo-ts/core'
import type { DidCommConnectionRecord } from '@credo-ts/didcomm'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { WaitingMessages } from '../transport/waiting-messages.ts'

/**
 * Deletes an invitation with its connections, the wallet's label, their DIDs and keys, and waiting messages.
 * Records that lead to others go last, so a repetition after a sudden end finds the rest.
 */
export async function forgetConnection(
  { context, didcomm }: CredoAgent,
  waiting: WaitingMessages,
  invitationRecordId: string,
): Promise<void> {
  const keys = context.resolve(Kms.KeyManagementApi)
  const dids = context.resolve(DidRepository)

  const isShared = async (did: string) => {
    const users = await didcomm.connections.findAllByQuery({ $or: [{ did }, { theirDid: did }] })
    return users.some(({ outOfBandId }) => outOfBandId !== invitationRecordId)
  }
  const forgetDid = async (did: string) => {
    for (const record of await dids.findAllByDid(context, did)) {
      // The issuer's own DID is not a peer one; a wallet may use the same DID for all its connections.
      if (record.role === DidDocumentRole.Created ? !did.startsWith('did:peer:') : await isShared(did)) continue
      for (const { kmsKeyId } of record.keys ?? []) await keys.deleteKey({ keyId: kmsKeyId })
      await dids.delete(context, record)
    }
  }

  for (const connection of await didcomm.connections.findAllByOutOfBandId(invitationRecordId)) {
    for (const did of didsOf(connection)) await forgetDid(did)
    await waiting.removeAllFor(context, connection.id)
    await didcomm.connections.deleteById(connection.id)
  }
  const invitation = await didcomm.oob.findById(invitationRecordId)
  for (const { kmsKeyId } of invitation?.invitationInlineServiceKeys ?? []) await keys.deleteKey({ keyId: kmsKeyId })
  if (invitation) await didcomm.oob.deleteById(invitation.id)
}

function didsOf({ did, theirDid, previousDids, previousTheirDids }: DidCommConnectionRecord): string[] {
  return [did, theirDid, ...previousDids, ...previousTheirDids].filter((each) => each !== undefined)
}
