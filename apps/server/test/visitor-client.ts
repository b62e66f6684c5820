import {
  type ApiAnswer,
  type ApiBody,
  type ApiRouteName,
  apiRoutes,
  apiSchemas,
  type ErrorAnswer,
  type ProtocolMessageNews,
  type QueueNews,
  type SocketMessage,
  type SubscribeAnswer,
  type Subscription,
  socketPath,
} from '@lastmile/contracts'
import { io, type Socket } from 'socket.io-client'

export interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
}

type Input<Name extends ApiRouteName> = { body?: ApiBody<Name>; id?: string }

/** A browser's view of the server: keeps its cookie, calls routes by name and listens to the socket. */
export class VisitorClient {
  readonly url: string
  cookie: string | undefined
  #socket: Socket | undefined
  readonly messages: SocketMessage[] = []
  readonly protocolMessages: ProtocolMessageNews[] = []
  readonly queuePositions: QueueNews[] = []
  readonly #waiting = new Set<() => void>()

  constructor(url: string) {
    this.url = url
  }

  /** Calls a route and expects success with an answer that keeps the contract. */
  async call<Name extends ApiRouteName>(name: Name, input: Input<Name> = {}): Promise<ApiAnswer<Name>> {
    const { status, body } = await this.send(name, input)
    if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
    return apiSchemas[name].answer.parse(body) as ApiAnswer<Name>
  }

  /** Calls a route and hands over whatever comes back. */
  send<Name extends ApiRouteName>(name: Name, { body, id }: Input<Name> = {}): Promise<Answer<ErrorAnswer>> {
    const { method, path } = apiRoutes[name]
    return this.request(method, path.replace(':id', encodeURIComponent(id ?? '')), body && JSON.stringify(body))
  }

  async request(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<ErrorAnswer>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      body,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...headers,
      },
    })
    const setCookie = response.headers.get('set-cookie')
    if (setCookie) this.cookie = setCookie.split(';')[0]
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: (text && isJson ? JSON.parse(text) : text || null) as ErrorAnswer,
    }
  }

  /** Calls back when the socket is not let in; it tries again by itself. */
  onRefusal(listener: () => void): void {
    this.#connect().once('connect_error', listener)
  }

  async subscribe(subscription: Subscription): Promise<SubscribeAnswer> {
    return this.#connect().timeout(10_000).emitWithAck('subscribe', subscription)
  }

  /** Emits whatever is given. */
  async emit(event: string, ...values: unknown[]): Promise<unknown> {
    return this.#connect()
      .timeout(10_000)
      .emitWithAck(event, ...values)
  }

  /** Waits for a message, among those that came already too. */
  async message(matches: (message: SocketMessage) => boolean, timeoutMs = 40_000): Promise<SocketMessage> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.messages.find(matches)
        if (!found) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(found)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        reject(new Error(`No such message; there were ${JSON.stringify(this.messages)}`))
      }, timeoutMs)
      this.#waiting.add(look)
      look()
    })
  }

  disconnect(): void {
    this.#socket?.disconnect()
    this.#socket = undefined
  }

  #connect(): Socket {
    if (!this.#socket) {
      this.#socket = io(this.url, {
        path: socketPath,
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: this.cookie ? { cookie: this.cookie } : {},
      })
      this.#socket.on('message', (message: SocketMessage | ProtocolMessageNews | QueueNews) => {
        if (message.endpoint === 'messages') return void this.protocolMessages.push(message)
        if (message.endpoint === 'queue') return void this.queuePositions.push(message)
        this.messages.push(message)
        for (const look of [...this.#waiting]) look()
      })
    }
    return this.#socket
  }
}
