import type { HolderAgent } from './holder-agent.ts'

/** The credential's name as its schema gives it; the bare identifier when the schema cannot be read. */
export async function credentialName(agent: HolderAgent, schemaId: string): Promise<string> {
  const { schema } = await agent.modules.anoncreds.getSchema(schemaId)
  return schema?.name ?? schemaId
}

/** The other side's label: on its connection, or in the invitation that an exchange without one came in. */
export async function otherParty(
  agent: HolderAgent,
  { connectionId, parentThreadId }: { connectionId?: string; parentThreadId?: string },
): Promise<string> {
  const { connections, oob } = agent.modules.didcomm
  const connection = connectionId ? await connections.findById(connectionId) : null
  const invitation = parentThreadId ? await oob.findByReceivedInvitationId(parentThreadId) : null
  return connection?.theirLabel ?? invitation?.outOfBandInvitation.label ?? 'Somebody who gave no name'
}
