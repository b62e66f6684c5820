export { concatBytes as concat } from '@noble/hashes/utils.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

export const toUtf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** Throws when the bytes are not UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)
