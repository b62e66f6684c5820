const waiting: (() => void)[] = []
let isTaken = false

/**
 * Resolves in a turn of the event loop that nobody else was given, in the order of the calls: at once, if this one is still free. Work that
 * begins with it lets timers, sockets and other calls come in between: twenty messages of the same moment would otherwise be handled in
 * one go, as the embedded database never makes anybody wait.
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
