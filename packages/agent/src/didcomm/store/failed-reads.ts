/**
 * Credo takes some reads that failed for what is not there, and says so of the wallet; so the last one is kept here.
 * It may be another message's: the store was away then, so other wallets that failed meanwhile are asked to come again.
 */
export class FailedReads {
  last: unknown

  readonly note = (error: unknown): never => {
    this.last = error
    throw error
  }
}
