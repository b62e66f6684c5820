import { FF1 } from '@noble/ciphers/ff1.js'

/**
 * A permutation of the numbers below 2^`bits` that only who has the key knows: numbers in a row become places without
 * a pattern, each its own (FF1, NIST SP 800-38G).
 */
export class Scattered {
  readonly #cipher: ReturnType<typeof FF1>
  readonly #bits: number

  /** @param key 32 bytes */
  constructor(key: Uint8Array, bits: number) {
    this.#cipher = FF1(2, key)
    this.#bits = bits
  }

  placeOf(number: number): number {
    return fromDigits(this.#cipher.encrypt(this.#digits(number)))
  }

  numberAt(place: number): number {
    return fromDigits(this.#cipher.decrypt(this.#digits(place)))
  }

  #digits(number: number): number[] {
    return Array.from({ length: this.#bits }, (_, bit) => (number >> (this.#bits - 1 - bit)) & 1)
  }
}

const fromDigits = (digits: number[]) => digits.reduce((number, digit) => number * 2 + digit, 0)
