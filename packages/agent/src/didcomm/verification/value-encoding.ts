import { createHash } from 'node:crypto'
import { fromBytes } from '../../core/crypto/big-endian.ts'

/**
 * The number that stands for an attribute's text in a credential (RFC 0592, RFC 0036): 32-bit integers are
 * themselves, everything else is the SHA-256 of its UTF-8 bytes, big-endian.
 */
export function encodedValue(raw: string): string {
  if (/^-?\d+$/.test(raw)) {
    const number = Number(raw)
    if (number >= -2_147_483_648 && number <= 2_147_483_647) return String(number)
  }
  return String(fromBytes(createHash('sha256').update(raw, 'utf8').digest()))
}
