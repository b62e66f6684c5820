import { request } from 'node:http'
import { apiRoutes } from '@lastmile/contracts'

/** Calls on connections of their own, ten at any time, until they are asked to come later, or no server takes them. */
export class Calls {
  answered = 0
  cut = 0
  readonly #port: number
  readonly #all: Promise<void>[]

  constructor(port: number) {
    this.#port = port
    this.#all = Array.from({ length: 10 }, () => this.#goOn())
  }

  /** Resolves when the server takes no more. */
  async ended(): Promise<this> {
    await Promise.all(this.#all)
    return this
  }

  async #goOn(): Promise<void> {
    while (await this.#call());
  }

  /** @returns whether to call again */
  #call(): Promise<boolean> {
    const { method, path } = apiRoutes.createInvite
    const body = JSON.stringify({ my_label: 'Office' })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve) => {
      let isTaken = false
      request({ port: this.#port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
        answer.resume().once('close', () => {
          this[answer.complete ? 'answered' : 'cut'] += 1
          resolve(answer.headers['retry-after'] === undefined)
        })
      })
        .once('socket', (socket) => socket.once('connect', () => (isTaken = true)))
        .once('error', () => {
          if (isTaken) this.cut += 1
          resolve(isTaken)
        })
        .end(body)
    })
  }
}
