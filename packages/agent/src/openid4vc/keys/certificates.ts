import { randomBytes, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

export type KeyPair = webcrypto.CryptoKeyPair

/** A key pair with the certificate of its public half. */
export interface CertifiedKey {
  keys: KeyPair
  certificate: x509.X509Certificate
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 24 * 60 * 60_000
const rootLifetime = 3650 * day
/** A signer's certificate is renewed this long before its end. */
export const renewedBefore = 60 * day
const signerLifetime = 397 * day

x509.cryptoProvider.set(webcrypto)

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** The certificate that all others of this site lead to; people who trust it trust this site's signers. */
export async function createRoot(name: string, now: Date): Promise<CertifiedKey> {
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: [{ CN: [`${name} Root`] }],
    ...lifetime(now, rootLifetime),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { keys, certificate }
}

/**
 * A key that signs for the site at `url`. The certificate of one that signs documents names the whole address beside
 * the host: verifiers compare it with the credential's `iss`.
 */
export async function createSigner(
  root: CertifiedKey,
  url: string,
  use: 'documents' | 'requests',
  now: Date,
): Promise<CertifiedKey> {
  const keys = await newKeys()
  const { hostname } = new URL(url)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [{ CN: [`${root.certificate.subjectName.getField('CN')[0]?.replace(/ Root$/, '')}, ${use}`] }],
    issuer: root.certificate.subject,
    ...lifetime(now, signerLifetime),
    publicKey: keys.publicKey,
    signingKey: root.keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.SubjectAlternativeNameExtension([
        { type: isAddress(hostname) ? 'ip' : 'dns', value: hostname.replace(/^\[|\]$/g, '') },
        ...(use === 'documents' ? [{ type: 'url' as const, value: url }] : []),
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(root.keys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { keys, certificate }
}

const isAddress = (hostname: string) => hostname.startsWith('[') || /^[\d.]+$/.test(hostname)

/** 127 random bits, positive (RFC 5280, 4.1.2.2). */
function newSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** A day back: wallets' clocks are never quite right. */
const lifetime = (now: Date, length: number) => ({
  notBefore: new Date(now.getTime() - day),
  notAfter: new Date(now.getTime() + length),
})
