import { FF1 } from '@noble/ciphers/ff1.js'
import { LRUCache } from 'lru-cache'

/**
 * A permutation of the numbers below 2^`bits` that only who has the key knows: numbers in a row become places without
 * a pattern, each its own (FF1, NIST SP 800-38G).
 * @param key 32 bytes
 */
export function placePermutation(key: Uint8Array, bits: number) {
  const cipher = FF1(2, key)
  const digits = (number: number) => Array.from({ length: bits }, (_, bit) => (number >> (bits - 1 - bit)) & 1)
  const fromDigits = (all: number[]) => all.reduce((number, digit) => number * 2 + digit, 0)
  // Each state of an exchange names its first place anew.
  const memoMethod = (number: number) => fromDigits(cipher.encrypt(digits(number)))
  const places = new LRUCache<number, number>({ max: 1_000, memoMethod })
  return {
    placeOf: (number: number): number => places.memo(number),
    numberAt: (place: number): number => fromDigits(cipher.decrypt(digits(place))),
  }
}
