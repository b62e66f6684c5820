/** Work that a stop or a failure interrupted, and that waits for a wallet or another server to be resumed. */
export interface Recovery {
  /** Goes on with what another process on the same storage left behind when it ended. */
  takeOver(): Promise<void>
  /** Resumes after the storage was away: messages may have been stored meanwhile and not sent. */
  goOn(): Promise<void>
}
