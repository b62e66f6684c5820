/** Runs in a process of its own; see `tasks.ts` for what it takes and gives. */
import { constants, setPriority } from 'node:os'
import '@hyperledger/anoncreds-nodejs'
import {
  Credential,
  CredentialDefinition,
  CredentialDefinitionPrivate,
  CredentialRevocationConfig,
  Presentation,
  RevocationRegistryDefinition,
  RevocationRegistryDefinitionPrivate,
  RevocationStatusList,
  Schema,
} from '@hyperledger/anoncreds-shared'
import { LRUCache } from 'lru-cache'
import workerpool from 'workerpool'
import type { CryptoTasks, Json, Kept } from './tasks.ts'

interface NativeObject {
  handle: { clear(): void }
}

/** A parser that remembers; what it forgets is freed. */
function keeping<Parsed extends NativeObject>(parse: (json: never) => Parsed, max: number): (kept: Kept) => Parsed {
  const known = new LRUCache<string, Parsed>({ max, dispose: (object) => object.handle.clear() })
  return ({ id, json }) => {
    const found = known.get(id)
    if (found) return found
    const parsed = parse(JSON.parse(json) as never)
    known.set(id, parsed)
    return parsed
  }
}

const schemaOf = keeping(Schema.fromJson, 500)
const definitionOf = keeping(CredentialDefinition.fromJson, 500)
const privateKeyOf = keeping(CredentialDefinitionPrivate.fromJson, 500)
const registryOf = keeping(RevocationRegistryDefinition.fromJson, 500)
const registryPrivateKeyOf = keeping(RevocationRegistryDefinitionPrivate.fromJson, 500)
const statusListOf = keeping(RevocationStatusList.fromJson, 200)

/** The object's JSON; the object itself is freed. */
function taken(object: NativeObject & { toJson(): Json }): Json {
  try {
    return object.toJson()
  } finally {
    object.handle.clear()
  }
}

const createCredentialDefinition: CryptoTasks['createCredentialDefinition'] = (task) => {
  const made = CredentialDefinition.create({
    schemaId: task.schemaId,
    schema: task.schema as never,
    issuerId: task.issuerId,
    tag: task.tag,
    signatureType: 'CL',
    supportRevocation: task.revocable,
  })
  return {
    credentialDefinition: taken(made.credentialDefinition),
    privateKey: taken(made.credentialDefinitionPrivate),
    keyCorrectnessProof: taken(made.keyCorrectnessProof),
  }
}

const createRegistry: CryptoTasks['createRegistry'] = (task) => {
  const made = RevocationRegistryDefinition.create({
    credentialDefinitionId: task.credentialDefinitionId,
    credentialDefinition: task.credentialDefinition as never,
    issuerId: task.issuerId,
    tag: task.tag,
    revocationRegistryType: 'CL_ACCUM',
    maximumCredentialNumber: task.size,
    tailsDirectoryPath: task.tailsDirectory,
  })
  return {
    registry: taken(made.revocationRegistryDefinition),
    privateKey: taken(made.revocationRegistryDefinitionPrivate),
  }
}

const createStatusList: CryptoTasks['createStatusList'] = (task) =>
  taken(
    RevocationStatusList.create({
      credentialDefinition: definitionOf(task.credentialDefinition),
      revocationRegistryDefinitionId: task.registryId,
      revocationRegistryDefinition: task.registry as never,
      revocationRegistryDefinitionPrivate: task.registryPrivateKey as never,
      issuerId: task.issuerId,
      issuanceByDefault: true,
    }),
  )

const updateStatusList: CryptoTasks['updateStatusList'] = (task) => {
  const list = RevocationStatusList.fromJson(task.statusList as never)
  list.update({
    credentialDefinition: definitionOf(task.credentialDefinition),
    revocationRegistryDefinition: task.registry as never,
    revocationRegistryDefinitionPrivate: task.registryPrivateKey as never,
    issued: [],
    revoked: task.revoked,
    // The registry stamps the list when it is published.
    timestamp: -1,
  })
  return taken(list)
}

const sign: CryptoTasks['sign'] = ({ values, revocation, ...task }) => {
  const entries = Object.entries(values)
  return taken(
    Credential.create({
      credentialDefinition: definitionOf(task.credentialDefinition),
      credentialDefinitionPrivate: privateKeyOf(task.privateKey),
      credentialOffer: task.offer as never,
      credentialRequest: task.request as never,
      attributeRawValues: Object.fromEntries(entries.map(([name, { raw }]) => [name, raw])),
      attributeEncodedValues: Object.fromEntries(entries.map(([name, { encoded }]) => [name, encoded])),
      ...(revocation && {
        revocationConfiguration: new CredentialRevocationConfig({
          registryDefinition: registryOf(revocation.registry),
          registryDefinitionPrivate: registryPrivateKeyOf(revocation.registryPrivateKey),
          statusList: statusListOf(revocation.statusList),
          registryIndex: revocation.index,
        }),
      }),
    }),
  )
}

/** The library throws on what it cannot parse or finds inconsistent; neither is a proof. */
const verify: CryptoTasks['verify'] = (task) => {
  let presentation: Presentation | undefined
  try {
    presentation = Presentation.fromJson(task.presentation as never)
    return presentation.verify({
      presentationRequest: task.request as never,
      schemas: byId(task.schemas, schemaOf),
      credentialDefinitions: byId(task.credentialDefinitions, definitionOf),
      revocationRegistryDefinitions: byId(task.registries, registryOf),
      revocationStatusLists: task.statusLists.map(statusListOf),
      nonRevokedIntervalOverrides: task.intervalOverrides.map((override) => ({
        revocationRegistryDefinitionId: override.registryId,
        requestedFromTimestamp: override.requestedFrom,
        overrideRevocationStatusListTimestamp: override.listTimestamp,
      })),
    })
  } catch {
    return false
  } finally {
    presentation?.handle.clear()
  }
}

function byId<Parsed>(kept: Kept[], parse: (kept: Kept) => Parsed): Record<string, Parsed> {
  return Object.fromEntries(kept.map((one) => [one.id, parse(one)]))
}

// There are as many of these processes as cores; the server itself goes first, so that it answers while they compute.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// The server drains before it stops; a Ctrl-C in a terminal reaches this process too and must not cut its work.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// The server may have ended while this process was starting: then there is nobody to work for.
process.on('error', () => process.exit())

workerpool.worker({ createCredentialDefinition, createRegistry, createStatusList, updateStatusList, sign, verify })
