import * as z from 'zod/mini'
import { download } from '../../../core/download.ts'
import { fromUtf8 } from '../../../core/encoding/text.ts'
import { HolderError } from '../../../core/holder-error.ts'
import type { Fetch } from '../../../core/platform.ts'
import { publisherOf } from '../../../core/publisher.ts'
import type { DataRegistry, PublishedObject } from '../../../formats/anoncreds/data-registry.ts'
import { canonicalJson } from './canonical-json.ts'
import { isSignedBy, proofSchema } from './data-integrity.ts'
import { type DidDocument, methodKey } from './did-document.ts'
import { addressOf } from './did-webvh.ts'
import { multihash } from './multihash.ts'

/** Bytes of a resource. */
const longest = 2 * 1024 * 1024

const resourceSchema = z.looseObject({
  id: z.string().check(z.maxLength(1_000)),
  content: z.looseObject({}),
  links: z.optional(
    z
      .array(
        z.object({ id: z.string().check(z.maxLength(1_000)), type: z.string(), timestamp: z.optional(z.number()) }),
      )
      .check(z.maxLength(100_000)),
  ),
  proof: proofSchema,
})

/** Objects that DIDs publish below themselves, signed (did:webvh, attested resources). */
export const attestedResources = (dependencies: {
  fetch: Fetch
  documentOf: (did: string) => Promise<DidDocument>
}): DataRegistry => ({
  async read(id) {
    const did = publisherOf(id)
    const publisher = await dependencies.documentOf(did)
    try {
      const url = addressOf(did, id.slice(did.length + 1))
      return readResource(fromUtf8(await download({ fetch: dependencies.fetch, url, longest })), id, publisher)
    } catch (cause) {
      throw cause instanceof HolderError
        ? cause
        : new HolderError('untrusted', 'A published object is not as it should be', { cause })
    }
  },
})

/**
 * Reads a fetched resource.
 * @param publisher the document of the DID that its identifier begins with
 * @throws when its digest is not the one that ends the identifier, or that DID did not sign it
 */
function readResource(text: string, id: string, publisher: DidDocument): PublishedObject {
  const { proof, ...resource } = resourceSchema.parse(JSON.parse(text))
  if (resource.id !== id || publisher.id !== publisherOf(id)) throw new Error('A resource is another one')
  const digest = id.slice(id.lastIndexOf('/') + 1)
  if (digest !== `z${multihash(canonicalJson(resource.content))}`) throw new Error('The digest of a resource is wrong')
  if (proof.proofPurpose !== 'assertionMethod' || !mayAssert(publisher, proof.verificationMethod))
    throw new Error('A resource is signed by a key that may not')
  if (!isSignedBy(methodKey(publisher, proof.verificationMethod), resource, proof))
    throw new Error('The signature of a resource is wrong')
  return resource
}

const mayAssert = ({ id, assertionMethod = [] }: DidDocument, method: string): boolean =>
  method.startsWith(`${id}#`) &&
  assertionMethod.some((each) => {
    const named = typeof each === 'string' ? each : each.id
    return named === method || `${id}${named}` === method
  })
