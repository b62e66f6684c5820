const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

export const toUtf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** Throws when the bytes are not UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
