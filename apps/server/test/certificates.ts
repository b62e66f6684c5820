import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

/** A certificate with its private key, in PEM. */
export interface Certificate {
  cert: string
  key: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMs = 24 * 60 * 60_000
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
let serialNumber = 1

x509.cryptoProvider.set(webcrypto)

/** Signs certificates for servers; only the test that made it trusts it. */
export class CertificateAuthority {
  /** Its certificate, for clients that trust it, in PEM. */
  readonly cert: string
  readonly #name: string
  readonly #keys: webcrypto.CryptoKeyPair

  private constructor(name: string, keys: webcrypto.CryptoKeyPair, cert: string) {
    this.#name = name
    this.#keys = keys
    this.cert = cert
  }

  static async create(): Promise<CertificateAuthority> {
    const name = `CN=Authority ${serialNumber}`
    const keys = await newKeys()
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: String(serialNumber++),
      name,
      ...lifetime(1),
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      ],
    })
    return new CertificateAuthority(name, keys, certificate.toString('pem'))
  }

  /** @param host the name of the server @param days until it ends; less than 0 when it has */
  async certify(host: string, days = 1): Promise<Certificate> {
    const keys = await newKeys()
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: String(serialNumber++),
      subject: `CN=${host}`,
      issuer: this.#name,
      ...lifetime(days),
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
    })
    const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
    return { cert: certificate.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') }
  }
}

const lifetime = (days: number) => ({
  notBefore: new Date(Date.now() - 2 * dayMs),
  notAfter: new Date(Date.now() + days * dayMs),
})
