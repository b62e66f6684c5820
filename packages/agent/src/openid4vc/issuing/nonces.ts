import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Encryption } from '../../core/encryption/encryption.ts'

/** Milliseconds for which a nonce is taken. */
const lifetime = 5 * 60_000
const timeBytes = 6
const randomLength = 16
const macLength = 16

export type Nonces = ReturnType<typeof createNonces>

/**
 * Nonces of OpenID4VCI 1.0, section 7, and of RFC 9449, section 8, without anything kept: when it was made, random
 * bytes, and a code that says both are ours.
 * @param use those for another use are not valid
 */
export function createNonces(encryption: Encryption, now: () => number, use: 'c_nonce' | 'dpop') {
  const macOf = (body: Buffer): Buffer => encryption.mac(use, body.toString('base64url')).subarray(0, macLength)

  function create(): string {
    const body = Buffer.alloc(timeBytes + randomLength)
    body.writeUIntBE(now(), 0, timeBytes)
    randomBytes(randomLength).copy(body, timeBytes)
    return Buffer.concat([body, macOf(body)]).toString('base64url')
  }

  function isValid(nonce: string): boolean {
    const bytes = Buffer.from(nonce, 'base64url')
    if (bytes.length !== timeBytes + randomLength + macLength) return false
    const body = bytes.subarray(0, -macLength)
    if (!timingSafeEqual(macOf(body), bytes.subarray(-macLength))) return false
    const age = now() - timeOf(nonce).getTime()
    return age >= -60_000 && age < lifetime
  }

  /** When a valid one was made. */
  function timeOf(nonce: string): Date {
    return new Date(Buffer.from(nonce, 'base64url').readUIntBE(0, timeBytes))
  }

  return { create, isValid, timeOf }
}
