const megabyte = 1024 * 1024

/** Bytes that what strangers send may hold at the same time: still arriving, waiting or at work (record 0067). */
const most = { bySender: 32 * megabyte, all: 256 * megabyte }

/** One quota for all entry points of a server: bodies, messages and unfinished frames. */
export class ByteQuota {
  readonly #bySender = new Map<string, number>()
  #all = 0

  allows(sender: string, bytes: number): boolean {
    return (this.#bySender.get(sender) ?? 0) + bytes <= most.bySender && this.#all + bytes <= most.all
  }

  /** @returns whether the quota allows it; if not, nothing is taken */
  take(sender: string, bytes: number): boolean {
    if (!this.allows(sender, bytes)) return false
    this.#add(sender, bytes)
    return true
  }

  give(sender: string, bytes: number): void {
    this.#add(sender, -bytes)
  }

  #add(sender: string, bytes: number): void {
    this.#all += bytes
    const ofSender = (this.#bySender.get(sender) ?? 0) + bytes
    if (ofSender > 0) this.#bySender.set(sender, ofSender)
    else this.#bySender.delete(sender)
  }
}
