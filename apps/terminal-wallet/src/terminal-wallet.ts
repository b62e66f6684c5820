import { parseArgs } from 'node:util'
import type { Holder, Offer, ProofRequest, Snapshot } from '@lastmile/holder'
import {
  describeCredentials,
  describeFailure,
  describeOffer,
  describeRequest,
  describeWhatIsMissing,
  describeWhatLeaves,
  events,
  quoted,
  usage,
} from './descriptions.ts'
import { createNodeHolder } from './node-holder.ts'
import { Terminal } from './terminal.ts'
import { openWalletFolder, WalletInUse } from './wallet-folder.ts'

function readArguments(args: string[]) {
  try {
    const options = { yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return positionals.length <= 1 ? { ...values, link: positionals[0] } : undefined
  } catch {
    return undefined
  }
}

/**
 * The wallet in the terminal, until the person leaves. Sets exit code 1 when it could not do what it was started for.
 * @param folder where it is kept
 */
export async function runWallet(args: string[], folder: string): Promise<void> {
  const wanted = readArguments(args)
  if (!wanted || wanted.help) {
    console.log(usage)
    process.exitCode = wanted ? 0 : 1
    return
  }
  try {
    await stay(folder, wanted.link, wanted.yes ?? false)
  } catch (error) {
    console.error(
      `\n${error instanceof WalletInUse ? 'This wallet is open in another terminal.' : describeFailure(error, wanted.link)}`,
    )
    process.exitCode = 1
  }
}

async function stay(folder: string, link: string | undefined, acceptAll: boolean): Promise<void> {
  const place = await openWalletFolder(folder)
  const terminal = new Terminal()
  const interrupted = untilInterrupted(terminal)
  // With --yes, no keyboard and the demo away, nothing else keeps this process.
  const staying = setInterval(() => undefined, 60_000)
  let holder: Holder | undefined
  try {
    const opened = await createNodeHolder(place)
    holder = opened
    terminal.say(describeCredentials(opened.snapshot().credentials))
    new Conversation(opened, terminal, acceptAll).begin()
    const started = link ? connect(link, opened, terminal) : Promise.resolve()
    await Promise.race([interrupted, started.then(() => wait(opened, terminal, acceptAll))])
  } finally {
    clearInterval(staying)
    terminal.close()
    await holder?.close()
    place.close()
  }
}

/** What an offer is called is read from its issuer, who has so many milliseconds for it. */
const namedWithin = 5_000

/** Says what happens in the wallet, and asks before it does anything. */
class Conversation {
  readonly #holder: Holder
  readonly #terminal: Terminal
  readonly #acceptAll: boolean
  /** Ids of what was announced to the person. */
  readonly #announced = new Set<string>()

  constructor(holder: Holder, terminal: Terminal, acceptAll: boolean) {
    this.#holder = holder
    this.#terminal = terminal
    this.#acceptAll = acceptAll
  }

  begin(): void {
    const now = this.#holder.snapshot()
    for (const { id } of now.history) this.#announced.add(id)
    this.#holder.subscribe((snapshot) => this.#follow(snapshot))
    this.#follow(now)
  }

  #follow({ history, offers, requests }: Snapshot): void {
    for (const { what, with: party, name } of this.#new(history).reverse()) {
      const said = events[what]?.(quoted(party.label), name ? quoted(name) : 'a credential')
      if (said) this.#terminal.say(said)
    }
    const named = offers.filter(({ kind, receivedAt }) => kind.name || receivedAt + namedWithin <= Date.now())
    for (const offer of this.#new(named)) if (offer.state === 'offered') void this.#consider(offer)
    if (named.length < offers.length) setTimeout(() => this.#follow(this.#holder.snapshot()), namedWithin).unref()
    for (const request of this.#new(requests)) if (request.state === 'asked') void this.#considerRequest(request)
  }

  #new<Item extends { id: string }>(items: Item[]): Item[] {
    const found = items.filter(({ id }) => !this.#announced.has(id))
    for (const { id } of found) this.#announced.add(id)
    return found
  }

  async #consider(offer: Offer): Promise<void> {
    const agrees = await this.#agrees(describeOffer(offer), 'Accept it?')
    await this.#act(agrees, offer.id, () => this.#holder.accept(offer.id))
  }

  async #considerRequest(request: ProofRequest): Promise<void> {
    const described = describeRequest(request)
    if (!request.possible) {
      this.#terminal.say(`${described}\n  ${describeWhatIsMissing(request)}`)
      return this.#act(false, request.id, async () => undefined)
    }
    const leaves = describeWhatLeaves(request, this.#holder.snapshot().credentials)
    const agrees = await this.#agrees(`${described}\n${leaves}`, 'Share this?')
    await this.#act(agrees, request.id, () => this.#holder.answer(request.id))
  }

  async #agrees(description: string, question: string): Promise<boolean | undefined> {
    if (!this.#acceptAll) return this.#terminal.agrees(description, question)
    this.#terminal.say(description)
    return true
  }

  /** @param agrees `undefined` when nobody is there to answer: it stays open for another time */
  async #act(agrees: boolean | undefined, id: string, accept: () => Promise<void>): Promise<void> {
    if (agrees === undefined) return
    await (agrees ? accept() : this.#holder.decline(id)).catch((error) => this.#terminal.say(describeFailure(error)))
  }
}

async function connect(link: string, holder: Holder, terminal: Terminal): Promise<void> {
  terminal.say('Connecting …')
  await holder.receive(link)
}

/** Until nobody can type any more; for ever when nothing is to be asked. Lines are further invitation links. */
async function wait(holder: Holder, terminal: Terminal, acceptAll: boolean): Promise<void> {
  terminal.onLine((line) => {
    if (line) connect(line, holder, terminal).catch((error) => terminal.say(describeFailure(error, line)))
  })
  terminal.say('Waiting for offers and requests. Paste another invitation link at any time; Ctrl-C leaves.')
  await new Promise<void>((leave) => acceptAll || terminal.onEnd(leave))
}

function untilInterrupted(terminal: Terminal): Promise<void> {
  return new Promise<void>((leave) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave())
    terminal.onInterrupt(leave)
  })
}
