import '@hyperledger/anoncreds-nodejs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Credential,
  CredentialDefinition,
  CredentialDefinitionPrivate,
  CredentialOffer,
  CredentialRequest,
  CredentialRevocationConfig,
  KeyCorrectnessProof,
  Presentation,
  PresentationRequest,
  RevocationRegistryDefinition,
  RevocationStatusList,
  Schema,
} from '@hyperledger/anoncreds-shared'
import type { Json } from '@lastmile/holder'

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON and tamper with it.
export type Loose = any

export const attributes = {
  'Given Names': {
    raw: 'Ada',
    encoded: '69496083486962386761932132107624109988891102552784050752759779203442290942651',
  },
  family_name: {
    raw: 'Lovelace',
    encoded: '42287327348656468785489930229189164430312426859264598146089976130900720938976',
  },
  age: { raw: '36', encoded: '36' },
  balance: { raw: '-250', encoded: '-250' },
  date_of_birth: { raw: '18151210', encoded: '18151210' },
  document_number: {
    raw: 'A0000000',
    encoded: '39788207583317319593573935712504425024036109133741607518902618929449902659496',
  },
  nationality: {
    raw: 'British',
    encoded: '77167700616147893297354173769598675079347514637994572076131592118306175514592',
  },
  issuing_authority: {
    raw: 'Example',
    encoded: '94155228271499712710125481991605987552493440035705131828495302107199822542541',
  },
  portrait: { raw: '', encoded: '102987336249554097029535212322581322789799900648198034993379397001115665086549' },
}

const dateOfFirstList = 1_700_000_000

/** An issuer and verifier of the native library alone, with a definition made before, because making one is slow. */
export class NativeIssuer {
  readonly did = 'did:web:issuer.example'
  readonly definitionId: string
  readonly registryId: string
  readonly schemaId: string
  readonly schema: Schema
  readonly definition: CredentialDefinition
  readonly privateKey: Loose
  readonly registry: RevocationRegistryDefinition
  readonly tails: Uint8Array
  readonly tailsPath: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'native-issuer-'))
  readonly #keyProof: KeyCorrectnessProof
  readonly #made: ReturnType<typeof RevocationRegistryDefinition.create>
  list: RevocationStatusList
  timestamp = dateOfFirstList

  constructor(modulusBits: 2048 | 2050, places = 20) {
    const fixture = JSON.parse(
      readFileSync(new URL(`./fixtures/definition-${modulusBits}.json`, import.meta.url), 'utf8'),
    )
    this.definitionId = `${this.did}/definition-${modulusBits}`
    this.registryId = `${this.did}/registry-${modulusBits}`
    this.schemaId = fixture.schemaId
    this.schema = Schema.fromJson(fixture.schema)
    this.definition = CredentialDefinition.fromJson(fixture.credentialDefinition)
    this.privateKey = fixture.privateKey
    this.#keyProof = KeyCorrectnessProof.fromJson(fixture.keyCorrectnessProof)
    this.#made = RevocationRegistryDefinition.create({
      credentialDefinition: this.definition,
      credentialDefinitionId: this.definitionId,
      issuerId: this.did,
      tag: 'registry',
      revocationRegistryType: 'CL_ACCUM',
      maximumCredentialNumber: places,
      tailsDirectoryPath: this.#folder,
    })
    this.registry = this.#made.revocationRegistryDefinition
    this.tailsPath = this.registry.getTailsLocation()
    this.tails = readFileSync(this.tailsPath)
    this.list = RevocationStatusList.create({
      credentialDefinition: this.definition,
      revocationRegistryDefinitionId: this.registryId,
      ...this.#made,
      issuerId: this.did,
      issuanceByDefault: true,
      timestamp: this.timestamp,
    })
  }

  offer(): Json {
    return CredentialOffer.create({
      schemaId: this.schemaId,
      credentialDefinitionId: this.definitionId,
      keyCorrectnessProof: this.#keyProof,
    }).toJson()
  }

  /** @param index the credential's place in the registry; none makes one that cannot be revoked */
  issue(offer: Json, request: Json, index?: number): Json {
    return Credential.create({
      credentialDefinition: this.definition,
      credentialDefinitionPrivate: CredentialDefinitionPrivate.fromJson(this.privateKey),
      credentialOffer: CredentialOffer.fromJson(offer as Loose),
      credentialRequest: CredentialRequest.fromJson(request as Loose),
      attributeRawValues: Object.fromEntries(Object.entries(attributes).map(([name, { raw }]) => [name, raw])),
      attributeEncodedValues: Object.fromEntries(
        Object.entries(attributes).map(([name, { encoded }]) => [name, encoded]),
      ),
      ...(index !== undefined && {
        revocationRegistryId: this.registryId,
        revocationConfiguration: new CredentialRevocationConfig({
          registryDefinition: this.registry,
          registryDefinitionPrivate: this.#made.revocationRegistryDefinitionPrivate,
          statusList: this.list,
          registryIndex: index,
        }),
      }),
    }).toJson()
  }

  /** Makes a list in which these are revoked too. */
  revoke(...revoked: number[]): void {
    const list = RevocationStatusList.fromJson(this.list.toJson())
    this.timestamp += 100
    list.update({
      credentialDefinition: this.definition,
      revocationRegistryDefinition: this.registry,
      revocationRegistryDefinitionPrivate: this.#made.revocationRegistryDefinitionPrivate,
      issued: [],
      revoked,
      timestamp: this.timestamp,
    })
    this.list = list
  }

  /** The material with which a holder proves that a credential is not revoked by the latest list. */
  revocation() {
    const { tails, timestamp } = this
    return { registry: this.registry.toJson(), statusList: this.list.toJson(), tails, timestamp }
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** @returns whether the native library takes the presentation; false too when it throws */
export function verifiesNatively(presentation: Json, request: Json, ...issuers: NativeIssuer[]): boolean {
  const byId = <T>(entry: (issuer: NativeIssuer) => [string, T]) => Object.fromEntries(issuers.map(entry))
  try {
    return Presentation.fromJson(presentation as Loose).verify({
      presentationRequest: PresentationRequest.fromJson(request as Loose),
      schemas: byId(({ schemaId, schema }) => [schemaId, schema]),
      credentialDefinitions: byId(({ definitionId, definition }) => [definitionId, definition]),
      revocationRegistryDefinitions: byId(({ registryId, registry }) => [registryId, registry]),
      revocationStatusLists: issuers.map(({ list }) => list),
    })
  } catch {
    return false
  }
}
