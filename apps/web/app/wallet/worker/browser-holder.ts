import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import holderWasm from '@lastmile/anoncreds-wasm/holder.wasm?url'
import { createHolder, type Holder, type HolderParts } from '@lastmile/holder'
import { openBrowserStorage } from '../storage/browser-storage.ts'

/** What others see of the wallet's name. */
const label = 'Web wallet'

/** When opening is over and nobody waits, in milliseconds. */
const idleAfter = 500

/** The holder on what a browser's worker has. Rejects with `HolderError`, or when its code does not come. */
export async function openHolder(): Promise<{ holder: Holder; isKept: boolean }> {
  const [anoncreds, { isKept, ...kept }] = await Promise.all([loadCryptography(), openBrowserStorage()])
  const holder = await createHolder({
    label,
    anoncreds,
    ...kept,
    openSocket,
    fetch: (input, init) => fetch(input, init),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    clock: {
      now: () => Date.now(),
      after: (milliseconds, call) => {
        const timer = setTimeout(call, milliseconds)
        return () => clearTimeout(timer)
      },
    },
  })
  setTimeout(() => anoncreds.warmUp(), idleAfter)
  return { holder, isKept }
}

async function loadCryptography() {
  const answer = await fetch(holderWasm)
  if (!answer.ok) throw new Error(`The wallet's cryptography could not be fetched: ${answer.status}`)
  return loadAnonCreds(await answer.arrayBuffer())
}

const openSocket: HolderParts['openSocket'] = (url) => {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const port: ReturnType<HolderParts['openSocket']> = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  }
  socket.onopen = () => port.onopen?.()
  // Some agents send their text as bytes.
  socket.onmessage = ({ data }) =>
    port.onmessage?.({ data: data instanceof ArrayBuffer ? new TextDecoder().decode(data) : data })
  socket.onclose = () => port.onclose?.()
  return port
}
