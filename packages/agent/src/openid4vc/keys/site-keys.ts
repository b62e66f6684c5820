import { KeyObject, sign, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Encryption } from '../../core/encryption/encryption.ts'
import { lastingKey } from '../../core/encryption/reencrypt.ts'
import type { AgentStorage } from '../../port/storage.ts'
import { type CertifiedKey, createRoot, createSigner, renewedBefore } from './certificates.ts'
import { type DecryptionKey, newDecryptionKey, privateJwk } from './decryption-key.ts'
import type { Signer } from './signer.ts'

/** The organisation in the certificates, for people who look at them. */
const organisation = 'Last Mile Digital Solutions'

/** Characters; ours have some 900. */
const longestChain = 4_000

const stored = z.object({
  privateJwk,
  /** DER, base64. */
  certificate: z.string(),
})

export interface SiteKeys {
  /** The root's certificate, PEM. */
  readonly root: string
  /** Signs credentials, status lists and metadata. */
  readonly documents: Signer
  /** Signs requests for proofs. */
  readonly requests: Signer
  /** Decrypts wallets' requests for credentials. */
  readonly decryption: DecryptionKey
  /** The key of the places in status lists. */
  readonly places: Uint8Array
  /** The key of a document signer under this site's root. @throws when the chain is not that of one */
  issuerKey(x5c: string[]): Promise<webcrypto.CryptoKey>
}

/**
 * Loads the keys, made at the first start and renewed in time. One process makes them for all.
 * A new root would be a new issuer to every verifier; it ends after ten years.
 */
export function openSiteKeys(storage: AgentStorage, encryption: Encryption, publicUrl: string): Promise<SiteKeys> {
  return storage.withLock('openid4vc keys', async () => {
    const now = new Date(storage.now())
    const keys = storedKeys(storage, encryption)
    const root =
      (await keys.read('openid4vc root')) ?? (await keys.keep('openid4vc root', await createRoot(organisation, now)))
    const signerFor = async (use: 'documents' | 'requests') => {
      const place = `openid4vc ${use} ${publicUrl}`
      const known = await keys.read(place)
      const isLasting = known && known.certificate.notAfter.getTime() - now.getTime() > renewedBefore
      return signerOf(isLasting ? known : await keys.keep(place, await createSigner(root, publicUrl, use, now)))
    }
    // Wallets show one and the same for months, and reading it costs more than all else of a signature.
    const signers = new LRUCache<string, ReturnType<typeof signerUnder>, string[]>({
      max: 20,
      memoMethod: (_chain, _stale, { context: x5c }) => signerUnder(root.certificate, x5c, publicUrl),
    })
    const place = 'openid4vc decryption'
    return {
      decryption: (await keys.readAs(place, privateJwk)) ?? (await keys.keepAs(place, await newDecryptionKey())),
      places: Buffer.from((await keys.readAs(lastingKey, z.string())) ?? encryption.macKey, 'base64url'),
      root: root.certificate.toString('pem'),
      documents: await signerFor('documents'),
      requests: await signerFor('requests'),
      async issuerKey(x5c) {
        if (x5c.join().length > longestChain) throw new Error('The chain is not one of this issuer')
        const { key, notBefore, notAfter } = await signers.memo(x5c.join(), { context: x5c })
        const now = new Date(storage.now())
        if (now < notBefore || now > notAfter) throw new Error('The certificate is of another time')
        return key
      },
    }
  })
}

/**
 * The chain is the signer's certificate alone: ours have no other between it and the root.
 * @throws when it is not one of a signer of this site
 */
async function signerUnder(root: x509.X509Certificate, [encoded = '', ...others]: string[], publicUrl: string) {
  const certificate = new x509.X509Certificate(encoded)
  const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? []
  const isOurs =
    others.length === 0 &&
    names.some(({ type, value }) => type === 'url' && value === publicUrl) &&
    (await certificate.verify({ publicKey: root.publicKey, signatureOnly: true }))
  if (!isOurs) throw new Error('The certificate is not one of this issuer')
  const { publicKey, notBefore, notAfter } = certificate
  return { key: await publicKey.export({ name: 'ECDSA', namedCurve: 'P-256' }, ['verify']), notBefore, notAfter }
}

function storedKeys({ keys }: AgentStorage, encryption: Encryption) {
  async function readAs<Value>(id: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const encrypted = await keys.read(id)
    return encrypted && schema.parse(JSON.parse(encryption.decrypt('key', id, encrypted)))
  }

  /** In place of an earlier one of this id. */
  async function keepAs<Value>(id: string, value: Value): Promise<Value> {
    await keys.delete(id)
    await keys.insert(id, encryption.encrypt('key', id, JSON.stringify(value)))
    return value
  }

  async function read(id: string): Promise<CertifiedKey | undefined> {
    const known = await readAs(id, stored)
    if (!known) return undefined
    const { privateJwk, certificate } = known
    const { d: _, ...publicJwk } = privateJwk
    const [privateKey, publicKey] = await Promise.all([imported(privateJwk, 'sign'), imported(publicJwk, 'verify')])
    return { keys: { privateKey, publicKey }, certificate: new x509.X509Certificate(certificate) }
  }

  async function keep(id: string, key: CertifiedKey): Promise<CertifiedKey> {
    const privateJwk = await webcrypto.subtle.exportKey('jwk', key.keys.privateKey)
    await keepAs(id, stored.parse({ privateJwk, certificate: key.certificate.toString('base64') }))
    return key
  }

  return { readAs, keepAs, read, keep }
}

const imported = (jwk: webcrypto.JsonWebKey, use: 'sign' | 'verify') =>
  webcrypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, true, [use])

/** Hexadecimal. */
const authorityOf = (certificate: x509.X509Certificate): string =>
  certificate.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId ?? ''

async function signerOf({ keys, certificate }: CertifiedKey): Promise<Signer> {
  const key = { key: KeyObject.from(keys.privateKey), dsaEncoding: 'ieee-p1363' } as const
  const { kty, crv, x, y } = await webcrypto.subtle.exportKey('jwk', keys.publicKey)
  return {
    x5c: [certificate.toString('base64')],
    publicJwk: { kty, crv, x, y },
    authority: Buffer.from(authorityOf(certificate), 'hex').toString('base64url'),
    endsAt: certificate.notAfter.getTime(),
    sign: async (input) => sign('sha256', Buffer.from(input), key).toString('base64url'),
  }
}
