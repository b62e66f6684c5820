import { WebSocket } from 'ws'
import type { HolderDependencies, Socket } from '../src/holder.ts'

/** A network between wallet and server that a test can cut. */
export class TestNetwork {
  /** Sockets that were opened so far, and those open now. */
  opened = 0
  readonly #open = new Set<{ socket: WebSocket; port: Socket }>()
  #isDown = false
  /** Texts that the wallet sends, as the server gets them; the test may swallow or double them. */
  onSend: (text: string) => string[] = (text) => [text]
  /** Texts that the server sends, as the wallet gets them. */
  onReceive: (text: string) => string[] = (text) => [text]

  readonly openSocket: HolderDependencies['openSocket'] = (url) => {
    const port: Socket = {
      send: () => {},
      close: () => {},
      onopen: null,
      onmessage: null,
      onclose: null,
    }
    if (this.#isDown) {
      setTimeout(() => port.onclose?.(), 5)
      return port
    }
    const socket = new WebSocket(url)
    const pair = { socket, port }
    port.send = (text) => {
      for (const each of this.onSend(text)) socket.send(each)
    }
    port.close = () => socket.close()
    socket.on('open', () => {
      this.opened++
      this.#open.add(pair)
      port.onopen?.()
    })
    socket.on('message', (data) => {
      for (const each of this.onReceive(data.toString())) port.onmessage?.({ data: each })
    })
    socket.on('close', () => {
      this.#open.delete(pair)
      port.onclose?.()
    })
    socket.on('error', () => undefined)
    return port
  }

  readonly fetch: HolderDependencies['fetch'] = (...call) =>
    this.#isDown ? Promise.reject(new TypeError('fetch failed')) : fetch(...call)

  get sockets(): number {
    return this.#open.size
  }

  /** All sockets end, and no other can be opened. */
  goDown(): void {
    this.#isDown = true
    this.cut()
  }

  comeBack(): void {
    this.#isDown = false
  }

  /** All sockets end, without a word to the other side. */
  cut(): void {
    for (const { socket } of this.#open) socket.terminate()
  }
}
