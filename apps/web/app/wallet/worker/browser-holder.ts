import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import holderWasm from '@lastmile/anoncreds-wasm/holder.wasm?url'
import { createHolder, type Holder } from '@lastmile/holder'
import { systemClock } from '@lastmile/holder/system-clock'
import { openWebSocket } from '@lastmile/holder/web-socket'
import type { BrowserStorage } from '../storage/browser-storage.ts'

/** The wallet's name for its peers. */
const label = 'Web wallet'

/** A browser's, for any holder in a worker. */
export const facilities = {
  openSocket: openWebSocket,
  fetch: (...asked: Parameters<typeof fetch>) => fetch(...asked),
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  clock: systemClock,
}

/** Milliseconds. */
const idleAfter = 500

/**
 * The holder with a browser worker's facilities. Rejects with `HolderError`, or `NotLoaded`.
 * @param onReturn is called with the page of another site that was answered
 */
export async function openHolder(
  { storage, cipher }: BrowserStorage,
  onReturn: (url: string) => void,
): Promise<Holder> {
  const anoncreds = await loadCryptography()
  const holder = await createHolder({
    label,
    anoncreds,
    storage,
    cipher,
    visit: (url) => (new URL(url).origin === location.origin ? visitHere(url) : onReturn(url)),
    ...facilities,
  })
  setTimeout(() => anoncreds.warmUp(), idleAfter)
  return holder
}

/** This site learns by its cookie that the browser which asked has answered, while its page stays as it is. */
const visitHere = (url: string) => void fetch(url, { redirect: 'manual' }).catch(() => undefined)

/** The wallet's code failed to load. */
export class NotLoaded extends Error {}

/** Rejects with `NotLoaded`. */
export async function loadCryptography() {
  try {
    const answer = await fetch(holderWasm)
    if (!answer.ok) throw new Error(`The wallet's cryptography could not be fetched: ${answer.status}`)
    return await loadAnonCreds(await answer.arrayBuffer())
  } catch (cause) {
    throw new NotLoaded('The wallet’s cryptography did not come', { cause })
  }
}
