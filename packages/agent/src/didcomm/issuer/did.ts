import type { DidCommStorage } from '../api/didcomm-storage.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import { createIssuerDid } from '../registry/issuer-did.ts'

/** The host of a public URL as it stands in a did:webvh: a port's colon is encoded. */
const didDomain = (publicUrl: string): string => new URL(publicUrl).host.replace(':', '%3A')

/** The DID of this deployment's host, made on the first start. A host seen before gets its DID back. */
export class IssuerDid {
  #did: string | undefined

  get isPublished(): boolean {
    return this.#did !== undefined
  }

  get did(): string {
    if (this.#did === undefined) throw new Error('The DID is not published yet')
    return this.#did
  }

  /** @returns whether another DID was published before */
  async publish(credo: CredoAgent, storage: DidCommStorage, publicUrl: string): Promise<boolean> {
    const domain = didDomain(publicUrl)
    return storage.withLock('did', async () => {
      const published = await storage.readDid()
      const { did, log } = (await findDid(credo, domain)) ?? (await createDid(credo, domain))
      if (published?.did !== did) await storage.writeDid(did, log)
      this.#did = did
      return published !== undefined && published.did !== did
    })
  }
}

async function findDid(credo: CredoAgent, domain: string): Promise<{ did: string; log: string } | undefined> {
  const records = await credo.dids.getCreatedDids({ method: 'webvh' })
  const record = records.find(({ did }) => did.split(':')[3] === domain)
  if (!record) return undefined
  const entries = record.metadata.get('log') as object[] | null
  if (!entries) throw new Error('The DID has no log')
  return { did: record.did, log: entries.map((entry) => `${JSON.stringify(entry)}\n`).join('') }
}

async function createDid(credo: CredoAgent, domain: string): Promise<{ did: string; log: string }> {
  await createIssuerDid(credo.context, domain)
  const created = await findDid(credo, domain)
  if (!created) throw new Error('The DID was not stored')
  return created
}
