const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Resolves in a turn of the event loop of its own, in the order of the calls. Timers, sockets and other calls run in
 * between: the embedded database never waits, so twenty messages at once would be handled in one go.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (isScheduled) return new Promise((resolve) => waiting.push(resolve))
  scheduleNext()
}

function scheduleNext(): void {
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    const begin = waiting.shift()
    if (!begin) return
    scheduleNext()
    begin()
  })
}
