import type { HolderAgent } from './holder-agent.ts'

/** The credential's name as its schema gives it; the bare identifier when the schema cannot be read. */
export async function credentialName(agent: HolderAgent, schemaId: string): Promise<string> {
  const { schema } = await agent.modules.anoncreds.getSchema(schemaId)
  return schema?.name ?? schemaId
}

/** What the other side calls itself, or the fallback for an exchange without a connection. */
export async function otherParty(agent: HolderAgent, connectionId: string | undefined, fallback: string) {
  const connection = connectionId ? await agent.modules.didcomm.connections.findById(connectionId) : null
  return connection?.theirLabel ?? fallback
}
