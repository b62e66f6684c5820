import type { Sign } from '@lastmile/formats/jws'
import { toBase64Url } from '../../core/encoding/base64url.ts'
import { toUtf8 } from '../../core/encoding/text.ts'
import type { HolderKey } from './sd-jwt-credential.ts'

const curve = { name: 'ECDSA', namedCurve: 'P-256' }

export async function newHolderKey(): Promise<HolderKey> {
  const { privateKey } = await crypto.subtle.generateKey(curve, true, ['sign', 'verify'])
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  return { x, y, d }
}

export const newHolderKeys = (count: number): Promise<HolderKey[]> =>
  Promise.all(Array.from({ length: count }, newHolderKey))

/** As others see it (RFC 7517). */
export const publicJwk = ({ x, y }: HolderKey) => ({ kty: 'EC', crv: 'P-256', x, y })

/** ES256 (RFC 7518, 3.4). */
export async function signerOf(holderKey: HolderKey): Promise<Sign> {
  const jwk = { ...publicJwk(holderKey), d: holderKey.d }
  const key = await crypto.subtle.importKey('jwk', jwk, curve, false, ['sign'])
  return async (input) => {
    const signature = await crypto.subtle.sign({ ...curve, hash: 'SHA-256' }, key, toUtf8(input))
    return toBase64Url(new Uint8Array(signature))
  }
}
