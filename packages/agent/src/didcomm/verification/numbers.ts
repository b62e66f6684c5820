import { z } from 'zod'

/**
 * Numbers are exponents for the native library, which bounds none: one of a million digits would keep a worker busy for
 * 20 seconds. The longest honest one has 3,061 bits, which are 922 digits.
 */
export const number = z.string().regex(/^\d{1,1000}$/)
export const signedNumber = z.string().regex(/^-?\d{1,1000}$/)
