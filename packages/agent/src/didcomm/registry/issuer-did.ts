import {
  type AgentContext,
  DidDocument,
  DidDocumentRole,
  DidRecord,
  DidRepository,
  JsonTransformer,
  Kms,
} from '@credo-ts/core'
import {
  createDID,
  MultibaseEncoding,
  multibaseEncode,
  prepareDataForSigning,
  type Signer,
  type Verifier,
} from 'didwebvh-ts'

/** Multicodec prefix of an Ed25519 public key. */
const ed25519Prefix = [0xed, 0x01]

/**
 * Makes a did:webvh with one Ed25519 key and stores it as Credo's registrar does. That one names the signing key
 * without its fragment and lists it for authentication only; strict wallets (ACA-Py) then refuse the log, or the
 * signatures under schemas and definitions, which are assertions. Source: did:webvh 1.0.
 *
 * `domain` is the host as it stands in the DID. Throws when the key store refuses.
 */
export async function createIssuerDid(context: AgentContext, domain: string): Promise<DidRecord> {
  const kms = context.dependencyManager.resolve(Kms.KeyManagementApi)
  const { keyId, publicJwk } = await kms.createKey({ type: { kty: 'OKP', crv: 'Ed25519' } })
  const publicKey = Kms.PublicJwk.fromPublicJwk(publicJwk).publicKey.publicKey
  const multikey = multibaseEncode(new Uint8Array([...ed25519Prefix, ...publicKey]), MultibaseEncoding.BASE58_BTC)

  const did = `did:webvh:{SCID}:${domain}`
  const verificationMethod = {
    id: `${did}#${multikey.slice(-8)}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: multikey,
  }
  const created = await createDID({
    domain,
    updateKeys: [multikey],
    didDocument: {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
      id: did,
      controller: did,
      verificationMethod: [verificationMethod],
      authentication: [verificationMethod.id],
      assertionMethod: [verificationMethod.id],
    },
    signer: logSigner(kms, keyId, multikey),
    verifier: logVerifier(kms),
  })

  const record = new DidRecord({
    did: created.did,
    didDocument: JsonTransformer.fromJSON(created.doc, DidDocument),
    role: DidDocumentRole.Created,
    keys: [{ kmsKeyId: keyId, didDocumentRelativeKeyId: `#${multikey}` }],
  })
  record.metadata.set('log', created.log as unknown as Record<string, unknown>)
  record.setTags({ domain })
  await context.dependencyManager.resolve(DidRepository).save(context, record)
  return record
}

const logSigner = (kms: Kms.KeyManagementApi, keyId: string, multikey: string): Signer => ({
  getVerificationMethodId: () => `did:key:${multikey}#${multikey}`,
  async sign({ document, proof }) {
    const data = Uint8Array.from(await prepareDataForSigning(document, proof))
    const { signature } = await kms.sign({ keyId, algorithm: 'EdDSA', data })
    return { proofValue: multibaseEncode(signature, MultibaseEncoding.BASE58_BTC) }
  },
})

/** Checks the signatures in DID logs. */
export const logVerifier = (kms: Kms.KeyManagementApi): Verifier => ({
  async verify(signature, message, publicKey) {
    const publicJwk = Kms.PublicJwk.fromPublicKey({
      kty: 'OKP',
      crv: 'Ed25519',
      publicKey: Uint8Array.from(publicKey),
    }).toJson()
    const result = await kms.verify({
      key: { publicJwk },
      algorithm: 'EdDSA',
      signature: Uint8Array.from(signature),
      data: Uint8Array.from(message),
    })
    return result.verified
  },
})
