import { Slots, SlotsByKey, SlotsFull } from './slots.ts'

/** Bytes of messages that may be under way: taken, and neither handled nor answered yet. */
const mostBytes = { bySender: 32 * 1024 * 1024, all: 256 * 1024 * 1024 }
/** So many bytes each message counts for at least, which bounds their number. */
const leastBytes = 32 * 1024

/** DIDs of one sender that are looked up on other hosts at the same time; others are refused. */
const lookUpsAtOnce = 4

interface UnderWay {
  sender: string
  leave(): void
}

/**
 * The turns in which wallets' messages are worked on: slots for all, of which one sender holds at most half, so that
 * others always find some. Whatever waits, for its thread or for another host, holds none.
 */
export class Turns {
  readonly #slots: Slots
  readonly #shares: SlotsByKey
  readonly #lookUps = new SlotsByKey(lookUpsAtOnce, 0)
  /** By message. */
  readonly #underWay = new WeakMap<object, UnderWay>()
  readonly #bytes = new Map<string, number>()
  readonly #all = new Set<Promise<unknown>>()
  #allBytes = 0

  /** @param size messages that are worked on at the same time */
  constructor(size: number) {
    this.#slots = new Slots(size, Number.POSITIVE_INFINITY)
    this.#shares = new SlotsByKey(Math.ceil(size / 2))
  }

  /** Resolves when nothing is under way any more. */
  async drained(): Promise<void> {
    while (this.#all.size > 0) await Promise.allSettled(this.#all)
  }

  /**
   * Works on a message from its beginning, once it is its turn. Rejects with `SlotsFull` when its sender, or all
   * together, have too much under way.
   */
  async begin<Result>(message: object, sender: string, bytes: number, work: () => Promise<Result>): Promise<Result> {
    const weight = Math.max(bytes, leastBytes)
    const ofSender = this.#bytes.get(sender) ?? 0
    if (ofSender + weight > mostBytes.bySender || this.#allBytes + weight > mostBytes.all) throw new SlotsFull()
    this.#weigh(sender, weight)
    const working = this.#take(message, sender, work)
    this.#all.add(working)
    try {
      return await working
    } finally {
      this.#all.delete(working)
      this.#weigh(sender, -weight)
    }
  }

  /** Lets the next message work; this one only waits from here on. */
  leave(message: object): void {
    this.#underWay.get(message)?.leave()
  }

  /** Works on a message that waited, once it is its turn again. */
  async resume<Result>(message: object, work: () => Promise<Result>): Promise<Result> {
    return this.#take(message, this.#senderOf(message), work)
  }

  /** Waits for another host on a message's behalf. Rejects with `SlotsFull` when its sender makes us wait for several. */
  async lookUp<Result>(message: object, work: () => Promise<Result>): Promise<Result> {
    return this.#lookUps.run(this.#senderOf(message), work)
  }

  #senderOf(message: object): string {
    return this.#underWay.get(message)?.sender ?? ''
  }

  #take<Result>(message: object, sender: string, work: () => Promise<Result>): Promise<Result> {
    return this.#shares.run(sender, (leaveShare) =>
      this.#slots.run((leaveSlot) => {
        const leave = () => {
          leaveSlot()
          leaveShare()
        }
        this.#underWay.set(message, { sender, leave })
        return work()
      }),
    )
  }

  #weigh(sender: string, weight: number): void {
    this.#allBytes += weight
    const left = (this.#bytes.get(sender) ?? 0) + weight
    if (left > 0) this.#bytes.set(sender, left)
    else this.#bytes.delete(sender)
  }
}
