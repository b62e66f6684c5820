import { webcrypto } from 'node:crypto'
import { compactDecrypt } from 'jose'
import { z } from 'zod'
import { contentEncryption } from '../api/endpoints.ts'
import { thumbprintOf } from './secrets.ts'

/** A private key on P-256 (RFC 7518, 6.2). */
export const privateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
/** One that wallets encrypt for (ECDH-ES). */
export type DecryptionKey = z.infer<typeof privateJwk>

/** Characters; an honest one has some 400. */
const longestHeader = 4_000

export async function newDecryptionKey(): Promise<DecryptionKey> {
  const { privateKey } = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  return privateJwk.parse(await webcrypto.subtle.exportKey('jwk', privateKey))
}

/** As it is published (RFC 7517). */
export const publicJwkOf = ({ d: _, ...point }: DecryptionKey): object => ({
  ...point,
  use: 'enc',
  alg: 'ECDH-ES',
  kid: thumbprintOf(point),
})

/** The text of a compact JWE. @throws when it is not for this key, or encrypted in another way */
export async function decrypted(jwe: string, key: DecryptionKey): Promise<string> {
  if (jwe.indexOf('.') > longestHeader) throw new Error('The header is too long')
  const { plaintext } = await compactDecrypt(jwe, key, {
    keyManagementAlgorithms: ['ECDH-ES'],
    contentEncryptionAlgorithms: contentEncryption,
  })
  return new TextDecoder().decode(plaintext)
}
