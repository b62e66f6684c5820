import type { DidRecord } from '@credo-ts/core'
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
      const created = await credo.dids.getCreatedDids({ method: 'webvh' })
      const known = created.find((record) => record.did.split(':')[3] === domain)
      const record = known ?? (await createIssuerDid(credo.context, domain))
      const { did } = record
      if (published?.did !== did) await storage.writeDid(did, logOf(record))
      this.#did = did
      return published !== undefined && published.did !== did
    })
  }
}

function logOf({ metadata }: DidRecord): string {
  const entries = metadata.get('log') as object[] | null
  if (!entries) throw new Error('The DID has no log')
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}
