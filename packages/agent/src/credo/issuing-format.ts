import {
  AnonCredsCredentialMetadataKey,
  type AnonCredsCredentialOffer,
  type AnonCredsCredentialRequest,
  AnonCredsDidCommCredentialFormatService,
} from '@credo-ts/anoncreds'
import { type AgentContext, CredoError } from '@credo-ts/core'
import { DidCommCredentialFormatSpec } from '@credo-ts/didcomm'
import type { Crypto } from '../crypto/crypto.ts'
import type { IssuerKeys } from '../crypto/issuer-keys.ts'
import type { Json } from '../crypto/tasks.ts'
import type { CredentialMetadata } from '../exchanges/credentials.ts'
import type { PublishedObjects } from '../registry/published-objects.ts'
import { encodedValue } from '../verification/value-encoding.ts'

type AcceptRequestOptions = Parameters<AnonCredsDidCommCredentialFormatService['acceptRequest']>[1]

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

  override async acceptRequest(context: AgentContext, options: AcceptRequestOptions) {
    const { credentialExchangeRecord: record, offerAttachment, requestAttachment, attachmentId } = options
    const offer = offerAttachment?.getDataAsJson<AnonCredsCredentialOffer>()
    const request = requestAttachment.getDataAsJson<AnonCredsCredentialRequest>()
    if (!offer || !record.credentialAttributes) throw new CredoError('There is no offer to this request')
    if (request.cred_def_id !== offer.cred_def_id) throw new CredoError('Another credential was offered than requested')

    const { definition, privateKey } = await this.#keys.ofDefinition(context, offer.cred_def_id)
    const credential = await this.#crypto.sign({
      credentialDefinition: definition,
      privateKey,
      offer: offer as unknown as Json,
      request: request as unknown as Json,
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
      this.#objects.statusList(context, revocationRegistryId, Math.floor(Date.now() / 1000)),
    ])
    return { registry, registryPrivateKey: privateKey, statusList, index: Number(credentialRevocationId) }
  }
}
