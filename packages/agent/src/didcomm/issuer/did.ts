import type { AgentStorage } from '../../port/storage.ts'
import type { CredoAgent } from '../credo/agent.ts'
import { createIssuerDid } from '../registry/issuer-did.ts'

/** The host of a public URL as it stands in a did:webvh: a port's colon is encoded. */
const didDomain = (publicUrl: string): string => new URL(publicUrl).host.replace(':', '%3A')

/**
 * The DID of this deployment's host, made on the first start and published through the storage. A host seen before
 * gets its DID back. `changed` says that the published DID is not the one of the last start, if there was one.
 */
export async function publishedDid(
  agent: CredoAgent,
  storage: AgentStorage,
  publicUrl: string,
): Promise<{ did: string; changed: boolean }> {
  const domain = didDomain(publicUrl)
  return storage.withLock('did', async () => {
    const published = await storage.readDid()
    const did = (await findDid(agent, domain)) ?? (await createDid(agent, domain))
    if (published?.did === did.did) return { did: did.did, changed: false }
    await storage.writeDid(did.did, did.log)
    return { did: did.did, changed: published !== undefined }
  })
}

async function findDid(agent: CredoAgent, domain: string): Promise<{ did: string; log: string } | undefined> {
  const records = await agent.dids.getCreatedDids({ method: 'webvh' })
  const record = records.find(({ did }) => did.split(':')[3] === domain)
  if (!record) return undefined
  const entries = record.metadata.get('log') as object[] | null
  if (!entries) throw new Error('The DID has no log')
  return { did: record.did, log: entries.map((entry) => `${JSON.stringify(entry)}\n`).join('') }
}

async function createDid(agent: CredoAgent, domain: string): Promise<{ did: string; log: string }> {
  await createIssuerDid(agent.context, domain)
  const created = await findDid(agent, domain)
  if (!created) throw new Error('The DID was not stored')
  return created
}
