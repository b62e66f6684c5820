/**
 * Credo takes some reads that failed for what is not there, and says so of the wallet; so the last one is kept here.
 */
export class FailedReads {
  last: unknown

  readonly note = (error: unknown): never => {
    this.last = error
    throw error
  }
}
