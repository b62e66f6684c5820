import { sha256 } from '@noble/hashes/sha2.js'

/**
 * The number that is signed for an attribute's text (RFC 0592, RFC 0036): 32-bit integers are themselves, other texts
 * the big-endian SHA-256 of their UTF-8 bytes.
 */
export function encodedValue(raw: string): string {
  const integer = int32(raw)
  if (integer !== undefined) return String(integer)
  const digest = sha256(new TextEncoder().encode(raw))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return BigInt(`0x${hex}`).toString()
}

/** @returns undefined when the text is no integer of 32 bits, about which alone conditions can be proved */
export function int32(raw: string): number | undefined {
  if (!/^-?\d+$/.test(raw)) return undefined
  const number = Number(raw)
  return number >= -2_147_483_648 && number <= 2_147_483_647 ? number : undefined
}

/** Names of attributes that differ in case or spaces are the same (AnonCreds specification). */
export const attributeKey = (name: string): string => name.replaceAll(' ', '').toLowerCase()

export const isSameName = (one: string, other: string): boolean => attributeKey(one) === attributeKey(other)
