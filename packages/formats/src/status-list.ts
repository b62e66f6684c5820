import { base64url } from 'jose'

/** The media type of a status list token, without its `application/` as the token's `typ`. */
export const statusListType = 'statuslist+jwt'

/** Bits by credential, 1 for a revoked one (Token Status List, draft-ietf-oauth-status-list, section 4.1). */
export class StatusBits {
  readonly #bytes: Uint8Array

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** @param size a multiple of 8 */
  static empty(size: number): StatusBits {
    return new StatusBits(new Uint8Array(size / 8))
  }

  /**
   * @param lst a status list's text: base64url of zlib's format
   * @throws when it is not one, or has more than `mostBytes` bytes
   */
  static async decode(lst: string, mostBytes: number): Promise<StatusBits> {
    const chunks: Uint8Array[] = []
    let length = 0
    const inflated = new Blob([base64url.decode(lst) as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'))
    for await (const chunk of inflated as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > mostBytes) throw new Error('The status list is too long')
      chunks.push(chunk)
    }
    return new StatusBits(new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer()))
  }

  async encode(): Promise<string> {
    const deflated = new Blob([this.#bytes as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new CompressionStream('deflate'))
    return base64url.encode(new Uint8Array(await new Response(deflated).arrayBuffer()))
  }

  /** @throws when there is no such place */
  has(index: number): boolean {
    const byte = this.#bytes[index >> 3]
    if (byte === undefined) throw new Error('The status list has no such place')
    return ((byte >> (index & 7)) & 1) === 1
  }

  add(index: number): void {
    const byte = this.#bytes[index >> 3]
    if (byte !== undefined) this.#bytes[index >> 3] = byte | (1 << (index & 7))
  }
}
