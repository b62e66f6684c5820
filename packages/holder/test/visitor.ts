import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createHolder, type Holder, type HolderParts, type Snapshot, type Storage } from '../src/holder.ts'
import { memoryStorage } from '../src/storage/memory-storage.ts'
import { createSealingKey, webCryptoSealing } from '../src/storage/web-crypto-sealing.ts'
import { nativeAnonCreds } from './native-anoncreds.ts'

/** Somebody with a wallet, in a test. */
export interface Visitor {
  holder: Holder
  parts: HolderParts
  /** The first snapshot, present or coming, that fits. Rejects after 20 s. */
  sees<Found>(look: (snapshot: Snapshot) => Found | undefined | false): Promise<Found>
  /** The page is closed, and opened again. */
  reopens(): Promise<void>
}

async function nodeParts(given: Partial<HolderParts> = {}): Promise<HolderParts> {
  return {
    label: 'Test wallet',
    anoncreds: nativeAnonCreds,
    storage: memoryStorage() satisfies Storage,
    sealing: webCryptoSealing(await createSealingKey()),
    openSocket: (url) => textSocket(new WebSocket(url)),
    fetch,
    randomBytes: (length) => Uint8Array.from(randomBytes(length)),
    clock: {
      now: () => Date.now(),
      after: (milliseconds, call) => {
        const timer = setTimeout(call, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    ...given,
  }
}

export async function visit(given: Partial<HolderParts> = {}): Promise<Visitor> {
  const parts = await nodeParts(given)
  const visitor: Visitor = {
    parts,
    holder: await createHolder(parts),
    sees: (look) => seen(visitor.holder, look),
    reopens: async () => {
      await visitor.holder.close()
      visitor.holder = await createHolder(parts)
    },
  }
  onTestFinished(() => visitor.holder.close())
  return visitor
}

function seen<Found>(holder: Holder, look: (snapshot: Snapshot) => Found | undefined | false): Promise<Found> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`Never seen; the last was ${JSON.stringify(holder.snapshot(), undefined, 1)}`))
    }, 20_000)
    const check = (snapshot: Snapshot) => {
      const found = look(snapshot)
      if (!found) return
      clearTimeout(timer)
      stop()
      resolve(found)
    }
    const stop = holder.subscribe(check)
    check(holder.snapshot())
  })
}

/** Node's sockets bring bytes. */
function textSocket(socket: WebSocket): ReturnType<HolderParts['openSocket']> {
  const port: ReturnType<HolderParts['openSocket']> = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  }
  socket.on('open', () => port.onopen?.())
  socket.on('message', (data) => port.onmessage?.({ data: data.toString() }))
  socket.on('close', () => port.onclose?.())
  socket.on('error', () => port.onerror?.())
  return port
}
