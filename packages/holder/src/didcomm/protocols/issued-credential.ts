import * as z from 'zod/mini'
import { HolderError } from '../../core/holder-error.ts'
import type { CredentialRecord } from '../../formats/anoncreds/credential-record.ts'
import type { AnonCreds, Json } from '../../formats/anoncreds/cryptography.ts'
import { encodedValue } from '../../formats/anoncreds/encoded-value.ts'
import { type Context, newId } from '../context.ts'
import { attachedIn, attachmentsSchema, formatsSchema } from '../messages/message.ts'
import type { Message, OfferRecord } from '../records/records.ts'

const messageSchema = z.object({ formats: formatsSchema, 'credentials~attach': attachmentsSchema })
const id = z.string().check(z.maxLength(1_000))
const credentialSchema = z.looseObject({
  schema_id: id,
  cred_def_id: id,
  rev_reg_id: z.nullish(id),
  values: z.record(z.string(), z.object({ raw: z.string(), encoded: z.string() })),
})

const unsound = (cause: unknown) =>
  new HolderError('untrusted', 'The credential is not the one that was offered, or not sound', { cause })

/**
 * The credential in a message, checked and ready to store. Rejects with `untrusted` when it is another one than
 * offered, or not sound, and with `unreachable`; any other error is a fault of this wallet.
 */
export async function issuedCredential(
  context: Context,
  offer: OfferRecord,
  message: Message,
): Promise<CredentialRecord> {
  const { dependencies, objects, vault } = context
  const issued = readCredential(offer, message)
  const definition = await objects.definition(offer.kind.definitionId)
  const schema = await objects.schema(offer.kind.schemaId)
  const registryId = issued.rev_reg_id ?? undefined
  if (definition.value.revocation && !registryId) throw unsound('A revocable credential names no registry')
  const registry = registryId ? await objects.registry(registryId, offer.kind.definitionId) : undefined
  const credential = processed(dependencies.anoncreds, {
    credential: issued,
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
    receivedAt: dependencies.clock.now(),
    credential,
    registryId,
    revocationIndex: registryId ? revocationIndexOf(credential) : undefined,
    registrySize: registry?.value.maxCredNum,
  }
}

function readCredential(offer: OfferRecord, message: Message): z.infer<typeof credentialSchema> {
  try {
    const content = messageSchema.parse(message)
    const issued = credentialSchema.parse(
      attachedIn('anoncreds/credential@v1.0', content.formats, content['credentials~attach']),
    )
    checkOffered(offer, issued)
    return issued
  } catch (cause) {
    throw unsound(cause)
  }
}

/** Codes of the cryptography's errors that are not the issuer's doing. */
const ourFaults: unknown[] = ['bad-task', 'internal']

function processed(anoncreds: AnonCreds, task: Parameters<AnonCreds['processCredential']>[0]): Json {
  try {
    return anoncreds.processCredential(task)
  } catch (cause) {
    throw cause instanceof Error && 'code' in cause && !ourFaults.includes(cause.code) ? unsound(cause) : cause
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
