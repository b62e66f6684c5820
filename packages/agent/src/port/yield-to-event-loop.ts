const waiting: (() => void)[] = []
let isTaken = false

/**
 * Resolves in a turn of the event loop of its own, in the order of the calls. Timers, sockets and other calls run in
 * between: the embedded database never waits, so twenty messages at once would be handled in one go.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve))
  takeTurn()
}

function takeTurn(): void {
  isTaken = true
  setImmediate(() => {
    isTaken = false
    const begin = waiting.shift()
    if (!begin) return
    takeTurn()
    begin()
  })
}
