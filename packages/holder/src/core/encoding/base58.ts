import { base58 } from '@scure/base'

/** Decoding takes quadratic time. Keys, digests and signatures have at most 90 characters. */
const usual = 200

/** Throws when the text is not base58, or longer than `longest`. */
export function fromBase58(text: string, longest = usual): Uint8Array {
  if (text.length > longest) throw new Error('A base58 text is too long')
  return base58.decode(text)
}

export const toBase58 = base58.encode
