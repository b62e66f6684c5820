/** Things that arrived, in order: take the next one, or wait until it comes. */
export class Inbox<Item> {
  /** Everything that ever arrived, taken or not. */
  readonly received: Item[] = []
  private readonly name: string
  private readonly listeners: ((item: Item) => void)[] = []
  private readonly untaken: Item[] = []
  private readonly waiting: ((item: Item) => void)[] = []

  constructor(name: string) {
    this.name = name
  }

  add(item: Item) {
    this.received.push(item)
    for (const listener of this.listeners) listener(item)
    const taker = this.waiting.shift()
    if (taker) taker(item)
    else this.untaken.push(item)
  }

  /** Calls the listener for everything that has arrived and will. */
  each(listener: (item: Item) => void) {
    for (const item of this.received) listener(item)
    this.listeners.push(listener)
  }

  /** The oldest item that was not taken yet. Rejects when none comes within `timeoutMs`. */
  next(timeoutMs = 20_000): Promise<Item> {
    const [item] = this.untaken.splice(0, 1)
    if (item !== undefined) return Promise.resolve(item)
    return new Promise((resolve, reject) => {
      const taker = (arrived: Item) => {
        clearTimeout(timer)
        resolve(arrived)
      }
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(taker), 1)
        reject(new Error(`No ${this.name} arrived within ${timeoutMs / 1000} s.`))
      }, timeoutMs)
      this.waiting.push(taker)
    })
  }
}
