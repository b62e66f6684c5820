import { base64url } from 'jose'

/** The media type of a status list token, without its `application/` as the token's `typ`. */
export const statusListType = 'statuslist+jwt'

/** Bits of each credential (Token Status List, draft-ietf-oauth-status-list, section 4.1). */
type Width = 1 | 2 | 4 | 8

/** Statuses by credential, 1 for a revoked one. */
export class StatusBits {
  readonly #bytes: Uint8Array
  readonly #width: Width

  private constructor(bytes: Uint8Array, width: Width = 1) {
    this.#bytes = bytes
    this.#width = width
  }

  /** @param size a multiple of 8 */
  static empty(size: number): StatusBits {
    return new StatusBits(new Uint8Array(size / 8))
  }

  /**
   * @param lst a status list's text: base64url of zlib's format
   * @throws when it is not one, or has more than `mostBytes` bytes
   */
  static async decode(lst: string, mostBytes: number, width: Width = 1): Promise<StatusBits> {
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
    return new StatusBits(new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer()), width)
  }

  async encode(): Promise<string> {
    const deflated = new Blob([this.#bytes as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new CompressionStream('deflate'))
    return base64url.encode(new Uint8Array(await new Response(deflated).arrayBuffer()))
  }

  /** @throws when there is no such place */
  at(index: number): number {
    const bit = index * this.#width
    const byte = this.#bytes[Math.floor(bit / 8)]
    if (byte === undefined) throw new Error('The status list has no such place')
    return (byte >> (bit % 8)) & (2 ** this.#width - 1)
  }

  /** @throws when there is no such place */
  has(index: number): boolean {
    return this.at(index) === 1
  }

  add(index: number): void {
    const byte = this.#bytes[index >> 3]
    if (byte !== undefined) this.#bytes[index >> 3] = byte | (1 << (index & 7))
  }
}
