import * as z from 'zod/mini'
import type { Json } from '../anoncreds.ts'
import { type Context, newId } from '../context.ts'
import { attachedIn, attachmentsSchema, formatsSchema } from '../didcomm/message.ts'
import { encodedValue } from '../encoding/attribute.ts'
import type { CredentialRecord, Message, OfferRecord } from '../storage/records.ts'

const messageSchema = z.object({ formats: formatsSchema, 'credentials~attach': attachmentsSchema })
const id = z.string().check(z.maxLength(1_000))
const credentialSchema = z.looseObject({
  schema_id: id,
  cred_def_id: id,
  rev_reg_id: z.nullish(id),
  values: z.record(z.string(), z.object({ raw: z.string(), encoded: z.string() })),
})

/** The credential in a message, checked and ready to be kept. Rejects when it is not the one that was offered, or not sound. */
export async function issuedCredential(
  context: Context,
  offer: OfferRecord,
  message: Message,
): Promise<CredentialRecord> {
  const { parts, objects, vault } = context
  const content = messageSchema.parse(message)
  const attached = attachedIn('anoncreds/credential@v1.0', content.formats, content['credentials~attach'])
  const issued = credentialSchema.parse(attached)
  checkOffered(offer, issued)
  const definition = await objects.definition(offer.kind.definitionId)
  const schema = await objects.schema(offer.kind.schemaId)
  const registryId = issued.rev_reg_id ?? undefined
  if (definition.value.revocation && !registryId) throw new Error('A revocable credential names no registry')
  const registry = registryId ? await objects.registry(registryId, offer.kind.definitionId) : undefined
  const credential = parts.anoncreds.processCredential({
    credential: attached as Json,
    metadata: offer.metadata ?? {},
    linkSecret: vault.get('wallet', 'wallet')?.linkSecret ?? '',
    definition,
    registry,
  })
  return {
    id: newId(context),
    peerId: offer.peerId,
    kind: { ...offer.kind, name: schema.name },
    schemaVersion: schema.version,
    attributes: offer.attributes,
    receivedAt: parts.clock.now(),
    credential,
    registryId,
    revocationIndex: registryId ? revocationIndexOf(credential) : undefined,
  }
}

/** An issuer signs what it offered, and nothing else. Throws otherwise. */
function checkOffered({ kind, attributes }: OfferRecord, issued: z.infer<typeof credentialSchema>): void {
  if (issued.schema_id !== kind.schemaId || issued.cred_def_id !== kind.definitionId)
    throw new Error('The credential is of another kind than offered')
  const isSame = attributes.every(({ name, value }) => {
    const got = issued.values[name]
    return got?.raw === value && got.encoded === encodedValue(value)
  })
  if (!isSame || Object.keys(issued.values).length !== attributes.length)
    throw new Error('The credential has other values than offered')
}

/** In the signature, where alone it counts. */
function revocationIndexOf(credential: Json): number | undefined {
  const signature = credential.signature as { r_credential?: { i?: unknown } | null } | undefined
  const index = signature?.r_credential?.i
  return typeof index === 'number' ? index : undefined
}
