import type { DistantReads } from '../../port/reads.ts'
import type { PublishedObjects, VerifierObjects } from './published-objects.ts'

/**
 * Published objects as a verifier that is not the issuer has them. Their names hold their digests, and each list its
 * time: so what such a verifier keeps is found in our own store, as it stood when that verifier read it (record 115).
 */
export function objectsByAddress(objects: PublishedObjects, publicUrl: string, reads: DistantReads): VerifierObjects {
  const addressOf = (id: string) => `${publicUrl}/resources/${id.slice(id.lastIndexOf('/') + 1)}`
  const once = <Found>(id: string, found: Found): Found => {
    reads.once(`${publicUrl}/.well-known/did.jsonl`)
    reads.once(addressOf(id))
    return found
  }
  const registries = new Map<string, Promise<number>>()
  /** When the registry's lists were last read, in seconds since 1970. */
  const knownUntil = (id: string) => {
    const read = registries.get(id) ?? reads.latest(addressOf(id)).then(({ readAt }) => Math.floor(readAt / 1_000))
    registries.set(id, read)
    return read
  }
  // A wallet may name anything: calls are only made for objects that exist.
  return {
    knownUntil,
    schema: async (id) => once(id, await objects.schema(id)),
    credentialDefinition: async (id) => once(id, await objects.credentialDefinition(id)),
    async registry(id) {
      const registry = await objects.registry(id)
      await knownUntil(id)
      return registry
    },
    async statusList(registryId, moment) {
      await objects.registry(registryId)
      const until = Math.min(moment, await knownUntil(registryId))
      const list = await objects.statusList(registryId, until)
      return once(list.id, list)
    },
  }
}
