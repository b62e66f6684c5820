import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 24 random bytes, base64url. */
export const secret = (): string => randomBytes(24).toString('base64url')

/** SHA-256, base64url: by which a secret is looked up without being kept. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** In a time that says nothing of them. */
export const equalSecrets = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))

/** Of a key on P-256 (RFC 7638). */
export const thumbprintOf = ({ crv, kty, x, y }: { crv: string; kty: string; x: string; y: string }): string =>
  hashOf(JSON.stringify({ crv, kty, x, y }))
