/** Wallets' answers that wait for their cryptography. */
export interface Queue {
  readonly queue: QueueState
  /** Called every few seconds for those that wait longer than a moment, and once for each when its work is done. */
  onQueuePositions(listener: (positions: QueuePosition[]) => void): () => void
}

export interface QueueState {
  /** Running and waiting. */
  length: number
  /** Estimated until all are done. */
  seconds: number
}

export interface QueuePosition {
  kind: 'credential' | 'proof'
  /** The credential's or proof's id. */
  id: string
  /** From 1 on; 0 when done. */
  place: number
  /** Estimated until it is done. */
  seconds: number
}
