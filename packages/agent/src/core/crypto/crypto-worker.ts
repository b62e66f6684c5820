/** Runs in a process of its own; see `tasks.ts` for what it takes and gives. */
import { LRUCache } from 'lru-cache'
import workerpool from 'workerpool'
import * as library from './anoncreds-library.ts'
import { NativeObject, parse } from './anoncreds-library.ts'
import { one } from './pairing.ts'
import { findSafePrimes, withPrimaryKey } from './primary-key.ts'
import type { Cacheable, CryptoTasks, Json } from './tasks.ts'

/** A parser that caches for an hour, keys of removed definitions too; objects that leave the cache are freed. */
function cached(parse: (json: string) => NativeObject, max: number): (object: Cacheable) => NativeObject {
  const cache = new LRUCache<string, NativeObject, string>({
    max,
    ttl: 60 * 60_000,
    ttlAutopurge: true,
    dispose: (object) => object.free(),
    memoMethod: (_id, _stale, { context: json }) => parse(json),
  })
  return ({ id, json }) => cache.memo(id, { context: json })
}

const schemaOf = cached(parse.schema, 500)
const definitionOf = cached(parse.credentialDefinition, 500)
const privateKeyOf = cached(parse.credentialDefinitionPrivate, 500)
const registryOf = cached(parse.registry, 500)
const registryPrivateKeyOf = cached(parse.registryPrivate, 500)
const statusListOf = cached(parse.statusList, 200)

const read = (parse: (json: string) => NativeObject, json: Json) => parse(JSON.stringify(json))

const createCredentialDefinition: CryptoTasks['createCredentialDefinition'] = async (task) => {
  // The library searches primes of its own at the same time; there is no way to hand it ours.
  const primes = findSafePrimes()
  using schema = read(parse.schema, task.schema)
  using definition = new NativeObject()
  using privateKey = new NativeObject()
  using proof = new NativeObject()
  const { schemaId, tag, issuerId, revocable } = task
  library.createCredentialDefinition(schemaId, schema, tag, issuerId, 'CL', revocable, definition, privateKey, proof)
  const made = {
    credentialDefinition: definition.toJson(),
    privateKey: privateKey.toJson(),
    keyCorrectnessProof: proof.toJson(),
  }
  return withPrimaryKey(made, await primes)
}

const createRegistry: CryptoTasks['createRegistry'] = async (task) => {
  using definition = read(parse.credentialDefinition, task.credentialDefinition)
  using registry = new NativeObject()
  using privateKey = new NativeObject()
  const { credentialDefinitionId, issuerId, tag, size, tailsDirectory } = task
  library.createRegistry(
    definition,
    credentialDefinitionId,
    issuerId,
    tag,
    'CL_ACCUM',
    size,
    tailsDirectory,
    registry,
    privateKey,
  )
  return { registry: registry.toJson(), privateKey: privateKey.toJson() }
}

const createStatusList: CryptoTasks['createStatusList'] = async (task) => {
  using registry = read(parse.registry, task.registry)
  const privateKey = registryPrivateKeyOf(task.registryPrivateKey)
  using list = new NativeObject()
  const definition = definitionOf(task.credentialDefinition)
  library.createStatusList(definition, task.registryId, registry, privateKey, task.issuerId, true, unstamped, list)
  return list.toJson()
}

const updateStatusList: CryptoTasks['updateStatusList'] = async (task) => {
  using registry = read(parse.registry, task.registry)
  const privateKey = registryPrivateKeyOf(task.registryPrivateKey)
  using before = read(parse.statusList, task.statusList)
  using list = new NativeObject()
  const definition = definitionOf(task.credentialDefinition)
  library.updateStatusList(definition, registry, privateKey, before, [], task.revoked, unstamped, list)
  return list.toJson()
}

/** The registry stamps a list when it is published. */
const unstamped = -1

const sign: CryptoTasks['sign'] = async ({ values, revocation, ...task }) => {
  using offer = read(parse.credentialOffer, task.offer)
  using request = read(parse.credentialRequest, task.request)
  using credential = new NativeObject()
  library.createCredential(
    definitionOf(task.credentialDefinition),
    privateKeyOf(task.privateKey),
    offer,
    request,
    Object.keys(values),
    Object.values(values).map(({ raw }) => raw),
    Object.values(values).map(({ encoded }) => encoded),
    revocation && {
      registry: registryOf(revocation.registry),
      registryPrivate: registryPrivateKeyOf(revocation.registryPrivateKey),
      statusList: statusListOf(revocation.statusList),
      index: revocation.index,
    },
    credential,
  )
  return credential.toJson()
}

/** The library throws on what it cannot parse or finds inconsistent; neither is a proof. */
const verify: CryptoTasks['verify'] = async (task) => {
  const verdict: [number] = [0]
  try {
    using presentation = read(parse.presentation, task.presentation)
    using request = read(parse.presentationRequest, task.request)
    using revokedIn = task.revokedIn === undefined ? undefined : registryOfRevoked(task.registries, task.revokedIn)
    library.verifyPresentation(
      presentation,
      request,
      ...withIds(task.schemas, schemaOf),
      ...withIds(task.credentialDefinitions, definitionOf),
      ...withIds(task.registries, (each) => (each.id === task.revokedIn && revokedIn) || registryOf(each)),
      task.statusLists.map(statusListOf),
      task.intervalOverrides,
      verdict,
    )
  } catch {
    return 'unreadable'
  }
  return verdict[0] === 1 ? 'sound' : 'unsound'
}

/** Not from the cache, where it would stand for the registry itself. */
function registryOfRevoked(registries: Cacheable[], id: string): NativeObject {
  const { value, ...registry } = JSON.parse(registries.find((each) => each.id === id)?.json ?? '{}')
  return read(parse.registry, { ...registry, value: { ...value, publicKeys: { accumKey: { z: one } } } })
}

function withIds(objects: Cacheable[], parse: (each: Cacheable) => NativeObject): [NativeObject[], string[]] {
  return [objects.map(parse), objects.map(({ id }) => id)]
}

// The server drains before it stops; a Ctrl-C in a terminal reaches this process too and must not cut its work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
// The server may have ended while this process was starting: then no tasks will come.
process.on('error', () => process.exit())

const tasks = { createCredentialDefinition, createRegistry, createStatusList, updateStatusList, sign, verify }
/** Each says first which process it runs in, so that it can be ended. */
const announced = Object.entries(tasks).map(([name, run]) => [
  name,
  (task: never) => {
    workerpool.workerEmit(process.pid)
    return run(task)
  },
])
workerpool.worker(Object.fromEntries(announced))
