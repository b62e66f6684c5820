import { randomBytes } from 'node:crypto'

/** A nonce of AnonCreds: a random number of 80 bits, in decimal. */
export const generateNonce = (): string => String(BigInt(`0x${randomBytes(10).toString('hex')}`))
