import { setTimeout as pause } from 'node:timers/promises'

/** The server that strangers attack with the callbacks that report on it. */
export interface Target {
  origin: string
  port: number
  /** Aborted when the attack is over. */
  over: AbortSignal
  /** Called when the attack begins to send. */
  begun(): void
  /** Called when an act of the attack has come to its end, whatever the server answered, or did not get there. */
  acted(error?: Error): void
  /** Called when the attack got what no stranger may get. */
  got(what: string): void
}

/** Attacks until the target says that it is over. */
export type Scenario = (target: Target) => Promise<void>

export const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/** Each stranger has some addresses of its own: of one that all share, the limits would end one attack by another. */
let networks: string[] = []
export const network = () => oneOf(networks)

/**
 * From now on all calls to the target come from addresses of this stranger. An answer that says that the server failed
 * is one that no stranger may get.
 */
export function callAsStranger(number: number, { origin, got }: Target): void {
  networks = [1, 2, 3].map((each) => `203.0.113.${number * 10 + each}`)
  const plain = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const address = String(input)
    if (!address.startsWith(origin)) return plain(input, init)
    const headers = new Headers(init?.headers)
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', network())
    const answer = await plain(input, { ...init, headers })
    if (answer.status >= 500 && answer.status !== 503) got(`${answer.status} of ${new URL(address).pathname}`)
    return answer
  }
}

/** So many do the same side by side, each again and again, a short breath apart. */
export async function together(
  count: number,
  { over, begun, acted }: Target,
  act: () => Promise<unknown>,
): Promise<void> {
  begun()
  const one = async () => {
    while (!over.aborted) {
      await act().then(() => acted(), acted)
      await pause(250)
    }
  }
  await Promise.all(Array.from({ length: count }, one))
}
