import type { AnonCredsIssuerService } from '@credo-ts/anoncreds'
import type { Crypto } from '../../core/crypto/crypto.ts'
import type { IssuerKeys } from '../store/issuer-keys.ts'

/** Credo's issuer service with the cryptography in worker processes and cached keys. */
export function workerIssuerService(crypto: Crypto, keys: IssuerKeys): AnonCredsIssuerService {
  return {
    createSchema: async (_context, schema) => schema,

    async createCredentialDefinition(_context, options) {
      const made = await crypto.createCredentialDefinition({
        schemaId: options.schemaId,
        schema: { ...options.schema },
        issuerId: options.issuerId,
        tag: options.tag,
        revocable: options.supportRevocation,
      })
      return {
        credentialDefinition: made.credentialDefinition as never,
        credentialDefinitionPrivate: made.privateKey,
        keyCorrectnessProof: made.keyCorrectnessProof,
      }
    },

    async createRevocationRegistryDefinition(_context, options) {
      const made = await crypto.createRegistry({
        credentialDefinitionId: options.credentialDefinitionId,
        credentialDefinition: { ...options.credentialDefinition },
        issuerId: options.issuerId,
        tag: options.tag,
        size: options.maximumCredentialNumber,
        tailsDirectory: options.tailsDirectoryPath,
      })
      return {
        revocationRegistryDefinition: made.registry as never,
        revocationRegistryDefinitionPrivate: made.privateKey,
      }
    },

    async createRevocationStatusList(context, options) {
      const { definition } = await keys.ofDefinition(context, options.revocationRegistryDefinition.credDefId)
      const { privateKey } = await keys.ofRegistry(context, options.revocationRegistryDefinitionId)
      const list = await crypto.createStatusList({
        credentialDefinition: definition,
        registryId: options.revocationRegistryDefinitionId,
        registry: { ...options.revocationRegistryDefinition },
        registryPrivateKey: privateKey,
        issuerId: options.issuerId,
      })
      return list as never
    },

    async updateRevocationStatusList(context, options) {
      const { revocationRegistryDefinition: registry, revocationStatusList: statusList, tailsFilePath } = options
      const { definition } = await keys.ofDefinition(context, registry.credDefId)
      const { privateKey } = await keys.ofRegistry(context, statusList.revRegDefId)
      const list = await crypto.updateStatusList({
        credentialDefinition: definition,
        statusList: { ...statusList },
        registry: { ...registry, value: { ...registry.value, tailsLocation: tailsFilePath } },
        registryPrivateKey: privateKey,
        revoked: options.revoked ?? [],
      })
      return list as never
    },

    async createCredentialOffer() {
      throw new Error('Offers are made by the issuing format')
    },

    async createCredential() {
      throw new Error('Credentials are signed by the issuing format')
    },
  }
}
