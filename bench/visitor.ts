import { type ApiAnswer, type ApiBody, type ApiRouteName, apiRoutes, type SocketMessage } from '@lastmile/contracts'
import { socketPath } from '@lastmile/contracts/constants'
import { io, type Socket } from 'socket.io-client'

/** One anonymous visitor of the public API, with a cookie of their own. */
export class Visitor {
  private readonly origin: string
  private cookie = ''
  private socket: Socket | undefined
  /** Messages of the socket, with the time of each. */
  private readonly received: { message: SocketMessage; at: number }[] = []
  private onReceived = () => {}

  constructor(origin: string) {
    this.origin = origin
  }

  async call<Name extends ApiRouteName>(
    name: Name,
    { id = '', body }: { id?: string; body?: ApiBody<Name> } = {},
  ): Promise<{ status: number; answer: ApiAnswer<Name> }> {
    const { method, path } = apiRoutes[name]
    const response = await fetch(this.origin + path.replace(':id', encodeURIComponent(id)), {
      method,
      headers: { cookie: this.cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`)
    this.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie
    return { status: response.status, answer: JSON.parse(text || 'null') }
  }

  /** Follows a connection, credential or proof over the socket, as the page does. Rejects when the server refuses. */
  async follow(subject: { connectionId: string } | { credentialId: string } | { proofId: string }): Promise<void> {
    this.socket ??= await this.connected()
    const answer = await this.socket.emitWithAck('subscribe', subject)
    if (!answer.ok) throw new Error(`subscribe answered ${answer.error.code}`)
  }

  private async connected(): Promise<Socket> {
    const socket = io(this.origin, {
      path: socketPath,
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { cookie: this.cookie },
    })
    socket.on('message', (message: SocketMessage) => {
      this.received.push({ message, at: Date.now() })
      this.onReceived()
    })
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
    return socket
  }

  /** When the socket reported a state; `undefined` when it has not yet. Milliseconds since 1970. */
  notifiedAt(endpoint: SocketMessage['endpoint'], state: SocketMessage['state']): number | undefined {
    return this.received.find(({ message }) => message.endpoint === endpoint && message.state === state)?.at
  }

  /** Resolves as soon as the socket has reported the state. Rejects when that takes longer than a minute. */
  reached(endpoint: SocketMessage['endpoint'], state: SocketMessage['state']): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`A visitor waited in vain for ${state}. Reported: ${this.states().join(', ')}`)),
        60_000,
      )
      this.onReceived = () => {
        if (this.notifiedAt(endpoint, state) === undefined) return
        clearTimeout(late)
        resolve()
      }
      this.onReceived()
    })
  }

  private states(): string[] {
    return this.received
      .filter(({ message }) => message.state !== undefined)
      .map(({ message }) => `${message.state}${'reason' in message && message.reason ? ` (${message.reason})` : ''}`)
  }

  leave(): void {
    this.socket?.disconnect()
  }
}
