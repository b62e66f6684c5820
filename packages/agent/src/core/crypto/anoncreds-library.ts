/**
 * The functions of libanoncreds used here, parameters as in `include/libanoncreds.h` of anoncreds-rs 0.2.3.
 * The caller frees results: `using` or `free`. The last error is global, so one thread per process may use it.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import koffi from 'koffi'
import { loggableReason } from '../loggable-reason.ts'
import type { Json } from './tasks.ts'

type TypeSpec = Parameters<typeof koffi.out>[0]

const fileName = process.platform === 'darwin' ? 'libanoncreds.dylib' : 'libanoncreds.so'
const folder = process.env.LIB_ANONCREDS_PATH
const library = koffi.load(
  folder ? join(folder, fileName) : createRequire(import.meta.url).resolve(`@lastmile/agent/native/${fileName}`),
)

const out = (type: TypeSpec) => koffi.out(koffi.pointer(type))
const bytes = koffi.struct({ length: 'int64_t', data: 'void *' })
const freeBytes = library.func('anoncreds_buffer_free', 'void', [bytes])
const freeText = library.func('anoncreds_string_free', 'void', ['void *'])
const freeObject = library.func('anoncreds_object_free', 'void', ['size_t'])
const takeLastError = library.func('anoncreds_get_current_error', 'size_t', [out(koffi.disposable('str', freeText))])

/** The library's message, without the values in it. */
export class AnonCredsError extends Error {
  override readonly name = 'AnonCredsError'
}

/** By the library's codes; a message begins with its kind, unless that is the first. */
const errorKinds = [
  'Success',
  'Input error',
  'IO error',
  'Invalid state',
  'Unexpected error',
  'Credential revoked',
  'Invalid revocation accumulator index',
  'Proof rejected',
  'Revocation registry full',
]

function lastError(): AnonCredsError {
  const said = ['']
  takeLastError(said)
  const { code, message } = JSON.parse(String(said[0])) as { code: number; message: string }
  const kind = errorKinds[code] ?? 'Error'
  const words = loggableReason(message.replace(`${kind}: `, ''))
  return new AnonCredsError(words === kind ? kind : `${kind}: ${words}`)
}

/** How a value becomes a parameter of a C function. */
interface Parameter<Value> {
  type: TypeSpec
  passed(value: Value): unknown
}

/** @returns a function that throws `AnonCredsError` when the library fails */
function declare<Values extends unknown[]>(
  name: string,
  ...parameters: { [Index in keyof Values]: Parameter<Values[Index]> }
): (...values: Values) => void {
  const types = parameters.map(({ type }) => type)
  const call = library.func(`anoncreds_${name}`, 'size_t', types)
  return (...values) => {
    if (call(...values.map((value, index) => parameters[index]?.passed(value))) !== 0) throw lastError()
  }
}

const text: Parameter<string> = {
  type: 'str',
  passed: (value) => {
    // The library would take it for the end.
    if (value.includes('\0')) throw new AnonCredsError('A text holds a zero character')
    return value
  },
}
const integer: Parameter<number> = { type: 'int64_t', passed: (value) => value }
const shortInteger: Parameter<number> = { type: 'int32_t', passed: (value) => value }
const flag: Parameter<boolean> = { type: 'int8_t', passed: Number }
const answer: Parameter<[number]> = { type: out('int8_t'), passed: (value) => value }
const json: Parameter<string> = {
  type: bytes,
  passed: (value) => {
    const data = Buffer.from(value)
    return { length: data.length, data }
  },
}
const object: Parameter<NativeObject> = { type: 'size_t', passed: ({ number: [number] }) => number }
/** An empty object that the function is to fill. */
const made: Parameter<NativeObject> = { type: out('size_t'), passed: ({ number }) => number }

function struct<Fields extends object>(fields: { [Name in keyof Fields]: Parameter<Fields[Name]> }): Parameter<Fields> {
  const entries = Object.entries(fields) as [keyof Fields & string, Parameter<unknown>][]
  return {
    type: koffi.struct(Object.fromEntries(entries.map(([name, { type }]) => [name, type]))),
    passed: (value) => Object.fromEntries(entries.map(([name, { passed }]) => [name, passed(value[name])])),
  }
}

function listOf<Value>({ type, passed }: Parameter<Value>): Parameter<Value[]> {
  return {
    type: koffi.struct({ count: 'size_t', data: koffi.pointer(type) }),
    passed: (values) => ({ count: values.length, data: values.map(passed) }),
  }
}

const optional = <Value>({ type, passed }: Parameter<Value>): Parameter<Value | undefined> => ({
  type: koffi.pointer(type),
  passed: (value) => (value === undefined ? null : passed(value)),
})

/** An object in the library's memory; empty until a function fills it. */
export class NativeObject implements Disposable {
  /** The library's handle, or 0; in an array, so that the library can write it. */
  readonly number: [number] = [0]

  toJson(): Json {
    const written = { length: 0, data: null }
    writeJson(this, written)
    try {
      return JSON.parse(koffi.decode(written.data, 'char', written.length)) as Json
    } finally {
      freeBytes(written)
    }
  }

  /** May be called again. */
  free(): void {
    freeObject(this.number[0])
    this.number[0] = 0
  }

  [Symbol.dispose](): void {
    this.free()
  }
}

const writeJson = declare<[NativeObject, object]>('object_get_json', object, {
  type: out(bytes),
  passed: (value) => value,
})

/** @returns a function that reads such an object from its JSON, and throws when it is none */
function parser(kind: string): (given: string) => NativeObject {
  const read = declare(`${kind}_from_json`, json, made)
  return (given) => {
    const parsed = new NativeObject()
    read(given, parsed)
    return parsed
  }
}

export const parse = {
  credentialDefinition: parser('credential_definition'),
  credentialDefinitionPrivate: parser('credential_definition_private'),
  credentialOffer: parser('credential_offer'),
  credentialRequest: parser('credential_request'),
  presentation: parser('presentation'),
  presentationRequest: parser('presentation_request'),
  registry: parser('revocation_registry_definition'),
  registryPrivate: parser('revocation_registry_definition_private'),
  schema: parser('schema'),
  statusList: parser('revocation_status_list'),
}

export const createCredentialDefinition = declare(
  'create_credential_definition',
  text, // schema's id
  object, // schema
  text, // tag
  text, // issuer's id
  text, // kind of signature: CL
  flag, // revocable
  made, // definition
  made, // private key
  made, // key correctness proof
)

export const createRegistry = declare(
  'create_revocation_registry_def',
  object, // credential definition
  text, // its id
  text, // issuer's id
  text, // tag
  text, // kind: CL_ACCUM
  integer, // size
  text, // folder for the tails file
  made, // registry
  made, // private key
)

export const createStatusList = declare(
  'create_revocation_status_list',
  object, // credential definition
  text, // registry's id
  object, // registry
  object, // its private key
  text, // issuer's id
  flag, // whether all begin as issued
  integer, // time in seconds, or -1
  made, // list
)

export const updateStatusList = declare(
  'update_revocation_status_list',
  object, // credential definition
  object, // registry
  object, // its private key
  object, // list
  listOf(shortInteger), // indexes issued again
  listOf(shortInteger), // indexes revoked
  integer, // time in seconds, or -1
  made, // list
)

export const createCredential = declare(
  'create_credential',
  object, // definition
  object, // its private key
  object, // offer
  object, // request
  listOf(text), // names of the attributes
  listOf(text), // values
  listOf(text), // encoded values
  optional(struct({ registry: object, registryPrivate: object, statusList: object, index: integer })),
  made, // credential
)

/** Answers 1 when the presentation is sound. */
export const verifyPresentation = declare(
  'verify_presentation',
  object, // presentation
  object, // request
  listOf(object), // schemas
  listOf(text), // their ids
  listOf(object), // credential definitions
  listOf(text), // their ids
  listOf(object), // registries
  listOf(text), // their ids
  listOf(object), // status lists
  // Moments at which an older list is still in force, all in seconds.
  listOf(struct({ registryId: text, requestedFrom: shortInteger, listTimestamp: shortInteger })),
  answer,
)
