import type {
  AnonCredsCredentialDefinition,
  AnonCredsProofRequest,
  AnonCredsRevocationRegistryDefinition,
  AnonCredsRevocationStatusList,
  AnonCredsSchema,
} from '@credo-ts/anoncreds'
import type { Crypto } from '../../core/crypto/crypto.ts'
import type { Json } from '../../core/crypto/tasks.ts'
import type { Published } from '../registry/published-objects.ts'
import type { ParsedPresentation } from './presentation-schema.ts'
import { notVerifiable, Refusal } from './refusal.ts'
import { type CredentialRequirement, issuerOf } from './restrictions.ts'

/** The published objects that a presented credential names. */
export interface Material {
  requirement: CredentialRequirement
  schema: Published<AnonCredsSchema>
  credentialDefinition: Published<AnonCredsCredentialDefinition>
  /** Present when non-revocation is proved. */
  revocation?: Revocation | undefined
}

export interface Revocation {
  registryId: string
  /** Of the list that non-revocation is proved on, as the presentation names it; seconds since 1970. */
  timestamp: number
  registry: Published<AnonCredsRevocationRegistryDefinition>
  statusList: Published<AnonCredsRevocationStatusList>
  /** Seconds since 1970; present where lists that came later are not known. */
  knownUntil?: number | undefined
  /** The list in force at the moment asked for; present when the presentation's is older than that moment. */
  inForce?: Published<AnonCredsRevocationStatusList> | undefined
}

/** @param material undefined where an object that the presentation names is not ours. Throws `Refusal`. */
export function checkPublished(material: Material | undefined): void {
  if (!material) throw notVerifiable('a credential names something that is not ours')
  const { requirement, credentialDefinition, revocation } = material
  const { schema_id, cred_def_id } = requirement.identifier
  const { content } = credentialDefinition
  if (content.schemaId !== schema_id || content.issuerId !== issuerOf(cred_def_id))
    throw notVerifiable('a credential definition belongs to another schema or issuer')
  if (!revocation) return
  const { registryId, timestamp, registry, statusList } = revocation
  if (issuerOf(registryId) !== issuerOf(cred_def_id)) throw notVerifiable('a registry has another issuer')
  if (registry.content.credDefId !== cred_def_id) throw notVerifiable('a registry is of another definition')
  if (statusList.content.timestamp !== timestamp) throw notVerifiable('there is no such status list')
}

/**
 * A credential that cannot be revoked needs no proof that it was not (AnonCreds specification). Throws `Refusal`.
 */
export function checkNonRevocation({ requirement, credentialDefinition, revocation }: Material): void {
  if (requirement.nonRevoked && credentialDefinition.content.value.revocation && !revocation)
    throw notVerifiable('non-revocation was asked for and not proved')
}

/** An older list counts only while no newer one was in force at the moment asked for. Throws `Refusal`. */
export function checkNewestList({ requirement, revocation }: Material): void {
  const { from = 0 } = requirement.nonRevoked ?? {}
  if (revocation?.knownUntil !== undefined && revocation.knownUntil < from)
    throw notVerifiable('the lists of the registry were last read before the moment asked for')
  if (revocation?.inForce && revocation.inForce.content.timestamp !== revocation.timestamp)
    throw new Refusal('revoked', 'the credential is proved unrevoked on an outdated list only')
}

/** Has the library verify it. Rejects with `Refusal`, or with the failure that prevented the check. */
export async function checkProof(
  crypto: Pick<Crypto, 'verify'>,
  request: AnonCredsProofRequest,
  presentation: ParsedPresentation,
  materials: readonly Material[],
): Promise<void> {
  const revocations = materials.flatMap(({ revocation }) => revocation ?? [])
  const task = {
    presentation: presentation as Json,
    request: request as unknown as Json,
    schemas: materials.map(({ schema }) => schema),
    credentialDefinitions: materials.map(({ credentialDefinition }) => credentialDefinition),
    registries: revocations.map(({ registry }) => registry),
    statusLists: revocations.map(({ statusList }) => statusList),
    intervalOverrides: materials.flatMap(({ requirement: { nonRevoked }, revocation }) =>
      nonRevoked && revocation?.inForce
        ? [{ registryId: revocation.registryId, requestedFrom: nonRevoked.from, listTimestamp: revocation.timestamp }]
        : [],
    ),
  }
  const verdict = await crypto.verify(task)
  if (verdict === 'sound') return
  const suspects = materials.flatMap(({ requirement, revocation }) =>
    requirement.nonRevoked && revocation?.statusList.content.revocationList.includes(1) ? revocation.registryId : [],
  )
  for (const revokedIn of verdict === 'unsound' ? new Set(suspects) : [])
    if ((await crypto.verify({ ...task, revokedIn })) === 'sound')
      throw new Refusal('revoked', 'the credential is not proved to be unrevoked')
  throw notVerifiable('the cryptographic proof is not sound')
}
