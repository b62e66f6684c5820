import { randomBytes } from 'node:crypto'
import { fromBytes } from './big-endian.ts'

/** A nonce of AnonCreds: a random number of 80 bits, in decimal. */
export const generateNonce = (): string => String(fromBytes(randomBytes(10)))
