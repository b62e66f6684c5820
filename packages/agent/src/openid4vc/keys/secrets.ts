import { createHash, randomBytes } from 'node:crypto'

/** 24 random bytes, base64url. */
export const secret = (): string => randomBytes(24).toString('base64url')

/** SHA-256, base64url: by which a secret is looked up without being kept. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
