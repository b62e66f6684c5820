import './native.ts'
import { parseArgs } from 'node:util'
import {
  describeCredentials,
  describeOffer,
  describeRequest,
  describeRevocation,
  describeWhatLeaves,
  readable,
  usage,
} from './cli-text.ts'
import type { Decision } from './decision.ts'
import type { Offer } from './offers.ts'
import type { ProofRequest } from './proof-requests.ts'
import { Terminal } from './terminal.ts'
import { createWallet, type Wallet } from './wallet.ts'
import { WalletError } from './wallet-error.ts'

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
 */
export async function runWallet(args: string[], directory: string) {
  const wanted = readArguments(args)
  if (!wanted || wanted.help) {
    console.log(usage)
    process.exitCode = wanted ? 0 : 1
    return
  }
  try {
    await stay(directory, wanted.link, wanted.yes ?? false)
  } catch (error) {
    if (!(error instanceof WalletError)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}

async function stay(directory: string, link: string | undefined, acceptAll: boolean) {
  const terminal = new Terminal()
  const agrees: Agrees = async (description, question) => {
    if (acceptAll) terminal.say(description)
    const answer = acceptAll || (await terminal.agrees(description, question))
    return answer === undefined ? 'silent' : answer ? 'accept' : 'decline'
  }
  const interrupted = untilInterrupted(terminal)
  // With --yes, no keyboard and the demo away, nothing else keeps this process.
  const staying = setInterval(() => undefined, 60_000)
  let wallet: Wallet | undefined
  try {
    // Over a socket of its own, because a demo on a public address never sends to this machine.
    wallet = await createWallet({
      directory,
      label: 'Terminal wallet',
      transport: 'websocket',
      offers: (offer) => considerOffer(offer, terminal, agrees),
      proofRequests: (request) => considerRequest(request, terminal, agrees),
    })
    wallet.problems.each(({ message }) => terminal.say(message))
    wallet.notifications.each(({ credentialName, comment }) =>
      terminal.say(describeRevocation(credentialName, comment)),
    )
    terminal.say(describeCredentials(await wallet.credentials()))
    const started = link ? connect(link, wallet, terminal) : Promise.resolve()
    await Promise.race([interrupted, started.then(() => wallet && wait(wallet, terminal, acceptAll))])
  } finally {
    clearInterval(staying)
    terminal.close()
    await wallet?.close()
  }
}

async function connect(link: string, wallet: Wallet, terminal: Terminal) {
  terminal.say('Connecting …')
  const { connectionId, label } = await wallet.receive(link)
  terminal.say(connectionId ? `Connected with ${readable(label)}.` : `Received a request of ${readable(label)}.`)
}

/** Until nobody can type any more; for ever when nothing is to be asked. Lines are further invitation links. */
async function wait(wallet: Wallet, terminal: Terminal, acceptAll: boolean) {
  terminal.onLine((line) => {
    if (line) connect(line, wallet, terminal).catch((error: Error) => terminal.say(error.message))
  })
  terminal.say('Waiting for offers and requests. Paste another invitation link at any time; Ctrl-C leaves.')
  await new Promise<void>((leave) => acceptAll || terminal.onEnd(leave))
}

function untilInterrupted(terminal: Terminal) {
  return new Promise<void>((leave) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave())
    terminal.onInterrupt(leave)
  })
}

type Agrees = (description: string, question: string) => Promise<Decision>

async function considerOffer(offer: Offer, terminal: Terminal, agrees: Agrees): Promise<Decision> {
  const endings = {
    stored: `You now hold: ${readable(offer.credentialName)}.`,
    declined: `You declined: ${readable(offer.credentialName)}.`,
    withdrawn: `${readable(offer.issuer)} took back its offer of ${readable(offer.credentialName)}.`,
  }
  offer.outcome.then((outcome) => terminal.say(endings[outcome]))
  return agrees(describeOffer(offer), 'Accept it?')
}

async function considerRequest(request: ProofRequest, terminal: Terminal, agrees: Agrees): Promise<Decision> {
  const endings = {
    verified: `${readable(request.verifier)} has verified your proof: ${readable(request.name)}.`,
    declined: `You gave no proof: ${readable(request.name)}.`,
    refused: `${readable(request.verifier)} did not accept the proof, or took back its request: ${readable(request.name)}.`,
  }
  request.outcome.then((outcome) => terminal.say(endings[outcome]))
  try {
    const leaves = describeWhatLeaves(await request.preview())
    return await agrees(`${describeRequest(request)}\n${leaves}`, 'Share this?')
  } catch (error) {
    if (!(error instanceof WalletError)) throw error
    terminal.say(`${describeRequest(request)}\n  ${error.message} So the request is declined.`)
    return 'decline'
  }
}
