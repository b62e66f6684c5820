import { SlotsByKey } from '../transport/slots.ts'

/**
 * Runs what belongs to one protocol thread one after the other. Credo reads a record, checks its state and writes it
 * back; two messages of one thread at once would both find the state they need: one invitation taken by two wallets,
 * one offer answered with two credentials.
 */
export class ThreadOrder extends SlotsByKey {
  constructor() {
    super(1)
  }
}
