import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import holderWasm from '@lastmile/anoncreds-wasm/holder.wasm?url'
import { createHolder, type Holder } from '@lastmile/holder'
import { systemClock } from '@lastmile/holder/system-clock'
import { openWebSocket } from '@lastmile/holder/web-socket'
import { openBrowserStorage } from '../storage/browser-storage.ts'

/** What others see of the wallet's name. */
const label = 'Web wallet'

/** When opening is over and nobody waits, in milliseconds. */
const idleAfter = 500

/**
 * The holder on what a browser's worker has. Rejects with `HolderError`, or when its code does not come.
 * @param onLost called when its storage was deleted under it
 */
export async function openHolder(onLost: () => void): Promise<{ holder: Holder; isKept: boolean }> {
  const [anoncreds, { isKept, ...kept }] = await Promise.all([loadCryptography(), openBrowserStorage(onLost)])
  const holder = await createHolder({
    label,
    anoncreds,
    ...kept,
    openSocket: openWebSocket,
    fetch: (input, init) => fetch(input, init),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    clock: systemClock,
  })
  setTimeout(() => anoncreds.warmUp(), idleAfter)
  return { holder, isKept }
}

async function loadCryptography() {
  const answer = await fetch(holderWasm)
  if (!answer.ok) throw new Error(`The wallet's cryptography could not be fetched: ${answer.status}`)
  return loadAnonCreds(await answer.arrayBuffer())
}
