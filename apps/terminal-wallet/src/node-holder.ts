import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import { createHolder, type Holder, type Socket } from '@lastmile/holder'
import { systemClock } from '@lastmile/holder/system-clock'
import { WebSocket } from 'ws'
import type { WalletFolder } from './wallet-folder.ts'

const cryptography = createRequire(import.meta.url).resolve('@lastmile/anoncreds-wasm/holder.wasm')

/** The wallet's engine with what Node has for it. Rejects with `HolderError` when the folder's records are not of its key. */
export async function createNodeHolder({ storage, sealing }: WalletFolder): Promise<Holder> {
  return createHolder({
    label: 'Terminal wallet',
    anoncreds: await loadAnonCreds(await readFile(cryptography)),
    storage,
    sealing,
    openSocket,
    fetch,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    clock: systemClock,
  })
}

/** Node has a `WebSocket` of its own from version 22 on. */
function openSocket(url: string): Socket {
  const socket = new WebSocket(url)
  const port: Socket = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  }
  socket.on('open', () => port.onopen?.())
  socket.on('message', (data) => port.onmessage?.({ data: data.toString() }))
  socket.on('close', () => port.onclose?.())
  // Its end follows.
  socket.on('error', () => undefined)
  return port
}
