import {
  AnonCredsCredentialMetadataKey,
  type AnonCredsCredentialOffer,
  AnonCredsDidCommCredentialFormatService,
} from '@credo-ts/anoncreds'
import { type AgentContext, CredoError } from '@credo-ts/core'
import { DidCommCredentialFormatSpec } from '@credo-ts/didcomm'
import { encodedValue } from '@lastmile/formats/anoncreds-values'
import type { Crypto } from '../../core/crypto/crypto.ts'
import { generateNonce } from '../../core/crypto/nonce.ts'
import type { Json } from '../../core/crypto/tasks.ts'
import type { PublishedObjects } from '../registry/published-objects.ts'
import type { IssuerKeys } from '../store/issuer-keys.ts'
import { credentialRequestSchema, mostRequestValues } from '../verification/credential-request-schema.ts'
import { isWithinValueLimit } from '../verification/value-limit.ts'

type CreateOfferOptions = Parameters<AnonCredsDidCommCredentialFormatService['createOffer']>[1]
type ProcessRequestOptions = Parameters<AnonCredsDidCommCredentialFormatService['processRequest']>[1]
type AcceptRequestOptions = Parameters<AnonCredsDidCommCredentialFormatService['acceptRequest']>[1]

/** The metadata of Credo's format on an issuer's record. */
export interface CredentialMetadata {
  credentialDefinitionId?: string
  revocationRegistryId?: string
  credentialRevocationId?: string
}

/** Signs credentials in a worker process, with keys that are read once. */
export class IssuingFormat extends AnonCredsDidCommCredentialFormatService {
  readonly #crypto: Crypto
  readonly #keys: IssuerKeys
  readonly #objects: PublishedObjects

  constructor(crypto: Crypto, keys: IssuerKeys, objects: PublishedObjects) {
    super()
    this.#crypto = crypto
    this.#keys = keys
    this.#objects = objects
  }

  /** Credo's own reads the definition from the store each time. */
  override async createOffer(context: AgentContext, options: CreateOfferOptions) {
    const offered = options.credentialFormats.anoncreds
    if (!offered) throw new CredoError('An offer needs a credential definition')
    const { credentialDefinitionId, attributes, revocationRegistryDefinitionId, revocationRegistryIndex } = offered
    const keys = await this.#keys.ofDefinition(context, credentialDefinitionId)
    if (keys.revocable !== (revocationRegistryIndex !== undefined))
      throw new CredoError('Revocable credentials, and only they, need an index')
    const offer: AnonCredsCredentialOffer = {
      schema_id: keys.schemaId,
      cred_def_id: credentialDefinitionId,
      key_correctness_proof: keys.keyCorrectnessProof,
      nonce: generateNonce(),
    }
    options.credentialExchangeRecord.metadata.set(AnonCredsCredentialMetadataKey, {
      schemaId: keys.schemaId,
      credentialDefinitionId,
      revocationRegistryId: revocationRegistryDefinitionId,
      credentialRevocationId: revocationRegistryIndex?.toString(),
    })
    const format = new DidCommCredentialFormatSpec({
      attachmentId: options.attachmentId,
      format: 'anoncreds/credential-offer@v1.0',
    })
    return { format, attachment: this.getFormatData(offer, format.attachmentId), previewAttributes: attributes }
  }

  /** Refuses requests for anything but the offer before they are stored. */
  override async processRequest(_context: AgentContext, options: ProcessRequestOptions) {
    const { credentialExchangeRecord: record, attachment } = options
    const offered = record.metadata.get<CredentialMetadata>(AnonCredsCredentialMetadataKey)
    if (!offered) throw new CredoError('A credential was requested that was not offered')
    if (requestIn(attachment).cred_def_id !== offered.credentialDefinitionId)
      throw new CredoError('Another credential was offered than requested')
  }

  override async acceptRequest(context: AgentContext, options: AcceptRequestOptions) {
    const { credentialExchangeRecord: record, offerAttachment, requestAttachment, attachmentId } = options
    const offer = offerAttachment?.getDataAsJson<AnonCredsCredentialOffer>()
    if (!offer || !record.credentialAttributes) throw new CredoError('There is no offer to this request')
    const { definition, privateKey } = await this.#keys.ofDefinition(context, offer.cred_def_id)
    const credential = await this.#crypto.sign({
      credentialDefinition: definition,
      privateKey,
      offer: offer as unknown as Json,
      request: requestIn(requestAttachment),
      values: Object.fromEntries(
        record.credentialAttributes.map(({ name, value }) => [name, { raw: value, encoded: encodedValue(value) }]),
      ),
      revocation: await this.#revocation(context, record.metadata.get(AnonCredsCredentialMetadataKey)),
    })
    const format = new DidCommCredentialFormatSpec({ attachmentId, format: 'anoncreds/credential@v1.0' })
    return { format, attachment: this.getFormatData(credential, format.attachmentId) }
  }

  async #revocation(context: AgentContext, metadata: CredentialMetadata | null) {
    const { revocationRegistryId, credentialRevocationId } = metadata ?? {}
    if (!revocationRegistryId) return undefined
    const [{ registry, privateKey }, statusList] = await Promise.all([
      this.#keys.ofRegistry(context, revocationRegistryId),
      this.#objects.statusList(revocationRegistryId, this.#objects.moment()),
    ])
    return { registry, registryPrivateKey: privateKey, statusList, index: Number(credentialRevocationId) }
  }
}

function requestIn(attachment: ProcessRequestOptions['attachment']) {
  const content = attachment.getDataAsJson()
  const { data: request } = credentialRequestSchema.safeParse(isWithinValueLimit(content, mostRequestValues) && content)
  if (!request) throw new CredoError('A credential request is not one, or larger than any that is honest')
  return request
}
