import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '@hyperledger/anoncreds-nodejs'
import {
  Credential,
  CredentialDefinition,
  CredentialOffer,
  CredentialRequest,
  CredentialRevocationConfig,
  CredentialRevocationState,
  LinkSecret,
  Presentation,
  RevocationRegistryDefinition,
  RevocationStatusList,
  Schema,
} from '@hyperledger/anoncreds-shared'
import { attributes, requested } from './credential.ts'
import { median } from './figures.ts'

/**
 * One visitor's cost on the native library alone: sign one credential of nine attributes, verify one presentation
 * with a group of three attributes and one predicate. Every figure of the server stands beside this one as a ratio.
 */
export interface RawCost {
  /** Milliseconds of CPU. */
  issue: number
  verify: number
}

const issuerId = 'did:web:example.com'
const attributeNames = attributes.map(({ name }) => name)
const attributeRawValues = Object.fromEntries(attributes.map(({ name, value }) => [name, value]))
const ids = { schema: `${issuerId}/schema`, definition: `${issuerId}/definition`, registry: `${issuerId}/registry` }

const cpuMilliseconds = (work: () => void) => {
  const before = process.cpuUsage()
  work()
  const used = process.cpuUsage(before)
  return (used.user + used.system) / 1000
}

export function measureRawCryptography(revocable: boolean, visitors: number): RawCost {
  const tails = mkdtempSync(join(tmpdir(), 'bench-tails-'))
  try {
    const issuer = makeIssuer(revocable, tails)
    const linkSecret = LinkSecret.create()
    const costs = Array.from({ length: visitors }, (_, index) => oneVisitor(issuer, linkSecret, index + 1))
    return { issue: median(costs.map((cost) => cost.issue)), verify: median(costs.map((cost) => cost.verify)) }
  } finally {
    rmSync(tails, { recursive: true, force: true })
  }
}

type Issuer = ReturnType<typeof makeIssuer>

function makeIssuer(revocable: boolean, tailsDirectoryPath: string) {
  const schema = Schema.create({ name: 'Person', version: '1.0', issuerId, attributeNames })
  const definition = CredentialDefinition.create({
    schemaId: ids.schema,
    schema,
    signatureType: 'CL',
    tag: 'bench',
    issuerId,
    supportRevocation: revocable,
  })
  return { schema, ...definition, registry: revocable ? makeRegistry(definition, tailsDirectoryPath) : undefined }
}

function makeRegistry(definition: ReturnType<typeof CredentialDefinition.create>, tailsDirectoryPath: string) {
  const registry = RevocationRegistryDefinition.create({
    credentialDefinition: definition.credentialDefinition,
    credentialDefinitionId: ids.definition,
    tag: 'bench',
    issuerId,
    revocationRegistryType: 'CL_ACCUM',
    maximumCredentialNumber: 1000,
    tailsDirectoryPath,
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const statusList = RevocationStatusList.create({
    credentialDefinition: definition.credentialDefinition,
    revocationRegistryDefinitionId: ids.registry,
    ...registry,
    issuerId,
    issuanceByDefault: true,
    timestamp,
  })
  return { ...registry, statusList, timestamp }
}

function oneVisitor(issuer: Issuer, linkSecret: string, index: number): RawCost {
  const { registry } = issuer
  const offer = CredentialOffer.create({
    schemaId: ids.schema,
    credentialDefinitionId: ids.definition,
    keyCorrectnessProof: issuer.keyCorrectnessProof,
  })
  const request = CredentialRequest.create({
    entropy: 'bench',
    credentialDefinition: issuer.credentialDefinition,
    linkSecret,
    linkSecretId: 'default',
    credentialOffer: offer,
  })
  let signed: Credential | undefined
  const issue = cpuMilliseconds(() => {
    signed = Credential.create({
      credentialDefinition: issuer.credentialDefinition,
      credentialDefinitionPrivate: issuer.credentialDefinitionPrivate,
      credentialOffer: offer,
      credentialRequest: request.credentialRequest,
      attributeRawValues,
      ...(registry
        ? {
            revocationRegistryId: ids.registry,
            revocationStatusList: registry.statusList,
            revocationConfiguration: new CredentialRevocationConfig({
              registryDefinition: registry.revocationRegistryDefinition,
              registryDefinitionPrivate: registry.revocationRegistryDefinitionPrivate,
              statusList: registry.statusList,
              registryIndex: index,
            }),
          }
        : {}),
    })
  })
  if (signed === undefined) throw new Error('The native library signed nothing.')
  const credential = signed.process({
    credentialRequestMetadata: request.credentialRequestMetadata,
    linkSecret,
    credentialDefinition: issuer.credentialDefinition,
    ...(registry ? { revocationRegistryDefinition: registry.revocationRegistryDefinition } : {}),
  })
  const presentationRequest = makeRequest(registry?.timestamp)
  const presentation = present(issuer, linkSecret, credential, index, presentationRequest)
  let verified = false
  const verify = cpuMilliseconds(() => {
    verified = presentation.verify({
      presentationRequest,
      schemas: { [ids.schema]: issuer.schema },
      credentialDefinitions: { [ids.definition]: issuer.credentialDefinition },
      ...(registry
        ? {
            revocationRegistryDefinitions: { [ids.registry]: registry.revocationRegistryDefinition.toJson() },
            revocationStatusLists: [registry.statusList],
          }
        : {}),
    })
  })
  if (!verified) throw new Error('The native library refused its own presentation.')
  return { issue, verify }
}

function makeRequest(nonRevokedAt: number | undefined) {
  const restrictions = [{ cred_def_id: ids.definition }]
  const nonRevoked = nonRevokedAt ? { non_revoked: { from: nonRevokedAt, to: nonRevokedAt } } : {}
  return { name: 'Check', version: '1.0.0', nonce: '1234567890', ...requested({ restrictions, ...nonRevoked }) }
}

function present(
  issuer: Issuer,
  linkSecret: string,
  credential: Credential,
  index: number,
  presentationRequest: ReturnType<typeof makeRequest>,
) {
  const { registry } = issuer
  return Presentation.create({
    presentationRequest,
    credentials: [
      registry
        ? {
            credential,
            timestamp: registry.timestamp,
            revocationState: CredentialRevocationState.create({
              revocationRegistryDefinition: registry.revocationRegistryDefinition,
              revocationStatusList: registry.statusList,
              revocationRegistryIndex: index,
              tailsPath: registry.revocationRegistryDefinition.getTailsLocation(),
            }),
          }
        : { credential },
    ],
    credentialsProve: [
      { entryIndex: 0, referent: 'who', isPredicate: false, reveal: true },
      { entryIndex: 0, referent: 'valid', isPredicate: true, reveal: true },
    ],
    selfAttest: {},
    linkSecret,
    schemas: { [ids.schema]: issuer.schema },
    credentialDefinitions: { [ids.definition]: issuer.credentialDefinition },
  })
}
