import { encodedValue } from '@lastmile/formats/anoncreds-values'
import * as z from 'zod/mini'
import { HolderError } from '../../core/holder-error.ts'
import { publisherOf } from '../../core/publisher.ts'
import type { Attribute } from '../../core/snapshot.ts'
import type { AnonCredsKind } from './credential-kind.ts'
import type { AnonCreds, Json } from './cryptography.ts'
import type { PublishedObjects } from './published-objects.ts'

const id = z.string().check(z.maxLength(1_000))
const offerSchema = z.looseObject({ schema_id: id, cred_def_id: id })
const issuedSchema = z.looseObject({
  schema_id: id,
  cred_def_id: id,
  rev_reg_id: z.nullish(id),
  values: z.record(z.string(), z.object({ raw: z.string(), encoded: z.string() })),
})

/** An issuer's offer. */
export interface Offered {
  kind: AnonCredsKind
  attributes: Attribute[]
  /** The AnonCreds offer. */
  offer: Json
  /** The request's metadata, once it was made. */
  metadata?: Json
}

/** @param attached the AnonCreds offer. Throws when it is none. */
export function readOffer(attached: unknown): Pick<Offered, 'kind' | 'offer'> {
  const offer = offerSchema.parse(attached)
  const { schema_id: schemaId, cred_def_id: definitionId } = offer
  return { kind: { schemaId, definitionId, issuer: publisherOf(definitionId) }, offer }
}

export interface Issuance {
  anoncreds: AnonCreds
  objects: PublishedObjects
  linkSecret: string
}

/** Requests the offered credential. Rejects with `unreachable`, `wrong-clock`, or `untrusted` for an unsound offer. */
export async function requestFor(
  { kind, offer }: Offered,
  entropy: string,
  { anoncreds, objects, linkSecret }: Issuance,
): Promise<{ request: Json; metadata: Json }> {
  const definition = await objects.definition(kind.definitionId)
  if (definition.schemaId !== kind.schemaId)
    throw new HolderError('untrusted', 'The offer names another schema than its definition')
  await anoncreds.prepare()
  try {
    return anoncreds.createCredentialRequest({ offer, definition, linkSecret, entropy })
  } catch (cause) {
    throw new HolderError('untrusted', 'The offer is not sound', { cause })
  }
}

const unsound = (cause: unknown) =>
  new HolderError('untrusted', 'The credential is not the one that was offered, or not sound', { cause })

/**
 * The record of an issued credential, checked. Rejects with `untrusted` when it is another one than offered, or not
 * sound, and with `unreachable`; any other error is a fault of this wallet.
 */
export async function checkedCredential(
  offered: Offered,
  attached: unknown,
  { anoncreds, objects, linkSecret }: Issuance,
) {
  const { kind, attributes, metadata = {} } = offered
  const issued = readIssued(offered, attached)
  const definition = await objects.definition(kind.definitionId)
  const schema = await objects.schema(kind.schemaId)
  const registryId = issued.rev_reg_id ?? undefined
  if (definition.value.revocation && !registryId) throw unsound('A revocable credential names no registry')
  const registry = registryId ? await objects.registry(registryId, kind.definitionId) : undefined
  await anoncreds.prepare()
  const credential = processed(anoncreds, { credential: issued, metadata, linkSecret, definition, registry })
  return {
    format: 'anoncreds' as const,
    kind: { ...kind, name: schema.name },
    schemaVersion: schema.version,
    attributes,
    credential,
    registryId,
    revocationIndex: registryId ? revocationIndexOf(credential) : undefined,
    registrySize: registry?.value.maxCredNum,
  }
}

/** An issuer signs what it offered, and nothing else. Throws `untrusted` otherwise. */
function readIssued({ kind, attributes }: Offered, attached: unknown): z.infer<typeof issuedSchema> {
  const { success, error, data: issued } = issuedSchema.safeParse(attached)
  if (!success) throw unsound(error)
  if (issued.schema_id !== kind.schemaId || issued.cred_def_id !== kind.definitionId)
    throw unsound('The credential is of another kind than offered')
  const isSame = attributes.every(({ name, value }) => {
    const got = issued.values[name]
    return got?.raw === value && got.encoded === encodedValue(value)
  })
  if (!isSame || Object.keys(issued.values).length !== attributes.length)
    throw unsound('The credential has other values than offered')
  return issued
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

/** In the signature, where alone it counts. */
function revocationIndexOf(credential: Json): number | undefined {
  const signature = credential.signature as { r_credential?: { i?: unknown } | null } | undefined
  const index = signature?.r_credential?.i
  return typeof index === 'number' ? index : undefined
}
