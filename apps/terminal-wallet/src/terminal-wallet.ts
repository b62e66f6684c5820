import { parseArgs } from 'node:util'
import type { Holder, Offer, ProofRequest, Snapshot } from '@lastmile/holder'
import { evenRevokedOf } from '@lastmile/holder/disclosure'
import {
  describeAnyway,
  describeCredentials,
  describeEvent,
  describeFailure,
  describeOffer,
  describeRequest,
  describeWaiting,
  describeWhatIsMissing,
  describeWhatLeaves,
} from './descriptions.ts'
import { createNodeHolder } from './node-holder.ts'
import { Terminal } from './terminal.ts'
import { t } from './texts.ts'
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
 * @param siteHost of the demo, whose issuer it knows
 */
export async function runWallet(args: string[], folder: string, siteHost: string): Promise<void> {
  const wanted = readArguments(args)
  if (!wanted || wanted.help) {
    console.log(t('usage'))
    process.exitCode = wanted ? 0 : 1
    return
  }
  try {
    await stay(folder, siteHost, wanted.link, wanted.yes ?? false)
  } catch (error) {
    console.error(`\n${error instanceof WalletInUse ? t('in-use') : describeFailure(error, wanted.link)}`)
    process.exitCode = 1
  }
}

async function stay(folder: string, siteHost: string, link: string | undefined, acceptAll: boolean): Promise<void> {
  const place = await openWalletFolder(folder)
  const terminal = new Terminal()
  const interrupted = untilInterrupted(terminal)
  // With --yes, no keyboard and the demo away, nothing else keeps this process.
  const staying = setInterval(() => undefined, 60_000)
  let holder: Holder | undefined
  try {
    const opened = await createNodeHolder(place, {
      visit: (url) => terminal.say(t('go-on', { url })),
    })
    holder = opened
    terminal.say(describeCredentials(opened.snapshot().credentials))
    sayWaiting(opened, terminal)
    converse(opened, terminal, siteHost, acceptAll)
    const started = link ? connect(link, opened, terminal) : Promise.resolve()
    await Promise.race([interrupted, started.then(() => wait(opened, terminal, acceptAll))])
  } finally {
    clearInterval(staying)
    terminal.close()
    await holder?.close()
    place.close()
  }
}

/** Milliseconds after which a person hears what waits. */
const longWait = 10_000

const waitingIn = ({ offers, requests }: Snapshot) => ({
  offers: offers.filter(({ state }) => state === 'accepted'),
  requests: requests.filter(({ isUnsent }) => isUnsent),
})

/** @param id of what may wait; all without it */
function sayWaiting(holder: Holder, terminal: Terminal, id?: string): void {
  const { offers, requests } = waitingIn(holder.snapshot())
  const isMeant = (each: { id: string }) => id === undefined || each.id === id
  const said = describeWaiting({ offers: offers.filter(isMeant), requests: requests.filter(isMeant) })
  if (said) terminal.say(said)
}

async function giveUp(holder: Holder, terminal: Terminal): Promise<void> {
  const { offers, requests } = waitingIn(holder.snapshot())
  for (const { id } of [...offers, ...requests])
    await holder.giveUp(id).catch((error) => terminal.say(describeFailure(error)))
}

/** Milliseconds that the issuer has to publish an offer's name. */
const namedWithin = 5_000

/** Says what happens in the wallet, and asks before it does anything. */
function converse(holder: Holder, terminal: Terminal, siteHost: string, acceptAll: boolean): void {
  /** Ids of what was announced to the person. */
  const announced = new Set(holder.snapshot().history.map(({ id }) => id))
  const unannounced = <Item extends { id: string }>(items: Item[]): Item[] => {
    const found = items.filter(({ id }) => !announced.has(id))
    for (const { id } of found) announced.add(id)
    return found
  }

  const agrees = async (description: string, question: string): Promise<boolean | undefined> => {
    if (!acceptAll) return terminal.agrees(description, question)
    terminal.say(description)
    return true
  }

  /** @param agreed `undefined` when no person answers: it stays open for another time */
  const act = async (agreed: boolean | undefined, id: string, accept: () => Promise<void>): Promise<void> => {
    if (agreed === undefined) return
    await (agreed ? accept() : holder.decline(id)).catch((error) => terminal.say(describeFailure(error)))
    setTimeout(() => sayWaiting(holder, terminal, id), longWait).unref()
  }

  const consider = async (offer: Offer): Promise<void> => {
    const description = describeOffer(offer, siteHost)
    if (offer.code) return considerWithCode(offer, description)
    await act(await agrees(description, t('accept')), offer.id, () => holder.accept(offer.id))
  }

  /** --yes has no eyes for what stands beside an offer. */
  const considerWithCode = async ({ id }: Offer, description: string): Promise<void> => {
    if (acceptAll) return terminal.say(`${description}\n${t('wants-code')}`)
    const code = await terminal.asks(description, t('code'))
    await act(code === undefined ? undefined : code !== '', id, () => holder.accept(id, code))
    const open = holder.snapshot().offers.find((each) => each.id === id && each.state === 'offered')
    if (open && code !== undefined) await considerWithCode(open, '')
  }

  const considerRequest = async (request: ProofRequest): Promise<void> => {
    const described = describeRequest(request, siteHost)
    const held = holder.snapshot().credentials
    if (request.possible) {
      const agreed = await agrees(`${described}\n${describeWhatLeaves(request, held, siteHost)}`, t('share'))
      await act(agreed, request.id, () => holder.answer(request.id))
      const { requests, credentials } = holder.snapshot()
      const open = agreed && requests.find(({ id, state }) => id === request.id && state === 'asked')
      // The person is to know what was found of a card at the press.
      return open && JSON.stringify(credentials) !== JSON.stringify(held) ? considerRequest(open) : undefined
    }
    const missing = `${described}\n  ${describeWhatIsMissing(request, held)}`
    const revoked = evenRevokedOf(request)
    // --yes agrees to what a verifier takes.
    if (!revoked || acceptAll) {
      terminal.say(`${missing} ${t('declined')}`)
      return act(false, request.id, async () => undefined)
    }
    const leaves = describeWhatLeaves(request, held, siteHost, revoked)
    const agreed = await terminal.agrees(`${missing} ${describeAnyway(request)}\n${leaves}`, t('show-anyway'))
    await act(agreed, request.id, () => holder.answer(request.id, revoked))
  }

  const follow = ({ history, offers, requests }: Snapshot): void => {
    for (const entry of unannounced(history).reverse()) {
      const said = describeEvent(entry)
      if (said) terminal.say(said)
    }
    const named = offers.filter(({ kind, receivedAt }) => kind.name || receivedAt + namedWithin <= Date.now())
    for (const offer of unannounced(named)) if (offer.state === 'offered') void consider(offer)
    if (named.length < offers.length) setTimeout(() => follow(holder.snapshot()), namedWithin).unref()
    for (const request of unannounced(requests)) if (request.state === 'asked') void considerRequest(request)
  }
  holder.subscribe(follow)
  follow(holder.snapshot())
}

async function connect(link: string, holder: Holder, terminal: Terminal): Promise<void> {
  terminal.say(t('connecting'))
  await holder.receive(link)
}

/** Until the input ends; for ever when the person is asked nothing. Lines are further invitation links. */
async function wait(holder: Holder, terminal: Terminal, acceptAll: boolean): Promise<void> {
  terminal.onLine((line) => {
    if (line === t('give-up')) void giveUp(holder, terminal)
    else if (line) connect(line, holder, terminal).catch((error) => terminal.say(describeFailure(error, line)))
  })
  terminal.say(t('ready'))
  await new Promise<void>((leave) => acceptAll || terminal.onEnd(leave))
}

function untilInterrupted(terminal: Terminal): Promise<void> {
  return new Promise<void>((leave) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave())
    terminal.onInterrupt(leave)
  })
}
