import { lazyAnonCreds } from '@lastmile/anoncreds-wasm'
import holderWasm from '@lastmile/anoncreds-wasm/holder.wasm?url'
import { createHolder, type Holder, HolderError, type Snapshot } from '@lastmile/holder'
import { systemClock } from '@lastmile/holder/system-clock'
import { openWebSocket } from '@lastmile/holder/web-socket'
import type { BrowserStorage } from '../storage/browser-storage.ts'

/** The wallet's name for its peers. */
const label = 'Web wallet'

/** A browser's, for any holder in a worker. */
export const facilities = {
  openSocket: openWebSocket,
  fetch: (...asked: Parameters<typeof fetch>) => fetch(...asked),
  clock: systemClock,
  languages: navigator.languages,
}

/** Milliseconds until a connection that was made is at rest. */
const idleAfter = 500

/**
 * The holder with a browser worker's facilities. Rejects with `HolderError`.
 * @param onReturn is called with the page of another site that was answered
 */
export async function openHolder(
  { storage, cipher }: BrowserStorage,
  onReturn: (url: string) => void,
): Promise<Holder> {
  const anoncreds = lazyCryptography()
  const holder = await createHolder({
    label,
    anoncreds,
    storage,
    cipher,
    visit: (url) => (new URL(url).origin === location.origin ? visitHere(url) : onReturn(url)),
    ...facilities,
  })
  // Fetched at once: an offer may be accepted when the network has gone.
  const isLoaded = anoncreds.prepare().then(
    () => true,
    () => false,
  )
  onceConnected(holder, () => setTimeout(async () => (await isLoaded) && anoncreds.warmUp(), idleAfter))
  return holder
}

/** Only over connections are AnonCreds offered and asked for. */
function onceConnected(holder: Holder, work: () => void): void {
  const check = ({ connections }: Snapshot) => {
    if (!connections.some(({ state }) => state === 'connected')) return
    stop()
    work()
  }
  const stop = holder.subscribe(check)
  check(holder.snapshot())
}

/** This site learns by its cookie that the browser which asked has answered, while its page stays as it is. */
const visitHere = (url: string) => void fetch(url, { redirect: 'manual' }).catch(() => undefined)

/** Cryptography that is loaded when it is first needed: SD-JWT VC does without. */
export const lazyCryptography = () => lazyAnonCreds(loadCryptography)

async function loadCryptography(): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined') throw new HolderError('no-webassembly', 'This browser has no WebAssembly')
  try {
    const answer = await fetch(holderWasm)
    if (!answer.ok) throw new Error(`The wallet's cryptography could not be fetched: ${answer.status}`)
    return await WebAssembly.compile(await answer.arrayBuffer())
  } catch (cause) {
    throw new HolderError('not-loaded', 'The wallet’s cryptography did not come', { cause })
  }
}
