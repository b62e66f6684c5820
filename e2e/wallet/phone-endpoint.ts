import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WalletError } from './wallet-error.ts'

/**
 * How the wallet is away: `mediated` as a phone that sleeps behind its mediator (messages are taken and kept until it
 * comes back), `unreachable` (nothing listens), `hanging` (connections are taken and never answered).
 */
export type Absence = 'mediated' | 'unreachable' | 'hanging'

/**
 * The wallet's HTTP endpoint on 127.0.0.1. Like a mediator it answers at once and hands over afterwards, so a sender
 * never waits for the wallet's own work.
 */
export class PhoneEndpoint {
  private readonly server = createServer((request, response) => this.answer(request, response))
  private readonly deliver: (message: unknown) => void
  private readonly kept: unknown[] = []
  /** Keeps what comes until the wallet behind it runs and comes back for the first time. */
  private absence: Absence | undefined = 'mediated'
  private listensOn = 0

  constructor(deliver: (message: unknown) => void) {
    this.deliver = deliver
  }

  /** 0 before it first listens. */
  get port() {
    return this.listensOn
  }

  /** Messages that the mediator keeps until the wallet comes back. */
  get waiting() {
    return this.kept.length
  }

  get url() {
    return `http://127.0.0.1:${this.listensOn}`
  }

  /** Listens on `port`, or on any free one when 0. */
  async listen(port: number) {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (cause) => {
        const message = `This wallet's port ${port} is taken: another copy of the wallet may be running. Stop it and try again.`
        reject(new WalletError('store-in-use', message, { cause }))
      })
      this.server.listen(port, '127.0.0.1', resolve)
    })
    this.server.removeAllListeners('error')
    this.listensOn = (this.server.address() as AddressInfo).port
  }

  async leave(absence: Absence) {
    this.absence = absence
    if (absence === 'unreachable') await this.close()
  }

  async comeBack() {
    const absence = this.absence
    this.absence = undefined
    if (absence === 'unreachable') await this.listen(this.listensOn)
    if (absence === 'hanging') this.server.closeAllConnections()
    for (const message of this.kept.splice(0)) this.deliver(message)
  }

  async close() {
    if (!this.server.listening) return
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.server.closeAllConnections()
    await closed
  }

  private async answer(request: IncomingMessage, response: ServerResponse) {
    if (this.absence === 'hanging') return
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const message: unknown = JSON.parse(Buffer.concat(chunks).toString())
      response.writeHead(202).end()
      if (this.absence) this.kept.push(message)
      else this.deliver(message)
    } catch {
      response.writeHead(400).end()
    }
  }
}
