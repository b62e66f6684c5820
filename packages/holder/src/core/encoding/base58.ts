const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const digitOf = new Map([...alphabet].map((letter, value) => [letter, value]))

/** Decoding takes quadratic time. Keys, digests and signatures have at most 90 characters. */
const usual = 200

/** Throws when the text is not base58, or longer than `longest`. */
export function fromBase58(text: string, longest = usual): Uint8Array<ArrayBuffer> {
  if (text.length > longest) throw new Error('A base58 text is too long')
  const bytes: number[] = []
  for (const letter of text) {
    let carry = digitOf.get(letter)
    if (carry === undefined) throw new Error('A text is not base58')
    for (let at = 0; at < bytes.length; at++) {
      carry += 58 * (bytes[at] ?? 0)
      bytes[at] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()])
}

export function toBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let at = 0; at < digits.length; at++) {
      carry += (digits[at] ?? 0) << 8
      digits[at] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58)
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return (
    '1'.repeat(zeros === -1 ? bytes.length : zeros) +
    digits
      .reverse()
      .map((digit) => alphabet[digit])
      .join('')
  )
}
