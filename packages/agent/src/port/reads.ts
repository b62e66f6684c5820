/** How a verifier that is not the issuer reads what the issuer publishes, for one answer. */
export interface DistantReads {
  /** Seconds for which a list is used that cannot be read anew. */
  readonly oldestList: number
  /** Reads something that never changes. Throws `OutOfReach`. */
  once(address: string): void
  /**
   * Reads something that changes. Rejects with `OutOfReach`.
   * @param text undefined where our own store has it as it stands at every moment
   */
  latest(address: string, text?: () => Promise<string>): Promise<ReadCopy>
  /** Whether a copy is too old to say how things stand. */
  isTooOld(copy: ReadCopy): boolean
  /** With this the verifier's next reads are opened. */
  readonly kept: KeptReads
}

export interface ReadCopy {
  /** Milliseconds since 1970. */
  readAt: number
  text?: string | undefined
}

/** JSON of the verifier's own, stored with its question. */
export type KeptReads = Record<string, unknown>

/** Something has never been read and is out of reach now. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach'
}
