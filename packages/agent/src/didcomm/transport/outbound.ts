import { CredoError } from '@credo-ts/core'
import { DidCommMimeType, type DidCommOutboundTransport } from '@credo-ts/didcomm'
import { WebSocket } from 'ws'
import { assertPublicLiteral } from '../../core/http/addresses.ts'
import { type GuardedHttp, outboundTimeout } from '../../core/http/guarded-fetch.ts'
import { guardedLookup } from '../../core/http/name-lookup.ts'
import { KeyedLimiter } from '../../core/limits/limiter.ts'

type OutboundPackage = Parameters<DidCommOutboundTransport['sendMessage']>[0]

/** Messages per wallet address: a shared mediator needs room, a dead host must not collect thousands. */
const perAddress = { atOnce: 16, waiting: 200 }

/**
 * Sends packed messages to a wallet's http(s) or ws(s) address, few at once per address, under the same rules as all
 * outgoing requests.
 */
export class GuardedOutbound implements DidCommOutboundTransport {
  readonly supportedSchemes = ['https', 'http', 'wss', 'ws']
  readonly #http: GuardedHttp
  readonly #allowPrivateAddresses: boolean
  readonly #addresses = new KeyedLimiter(perAddress.atOnce)

  constructor(http: GuardedHttp, allowPrivateAddresses: boolean) {
    this.#http = http
    this.#allowPrivateAddresses = allowPrivateAddresses
  }

  async start(): Promise<void> {}
  async stop(): Promise<void> {}

  async sendMessage({ endpoint, payload }: OutboundPackage): Promise<void> {
    if (!endpoint) throw new CredoError('The wallet gave no address')
    const url = new URL(endpoint)
    const body = JSON.stringify(payload)
    const send = () =>
      url.protocol.startsWith('http')
        ? this.#http.post(endpoint, body, DidCommMimeType.V1)
        : sendOverSocket(url, body, this.#allowPrivateAddresses)
    await this.#addresses.run(url.host, send, perAddress.waiting)
  }
}

/** Opens a socket for one message: wallets that want to keep one open come to us. */
function sendOverSocket(url: URL, body: string, allowPrivateAddresses: boolean): Promise<void> {
  if (!allowPrivateAddresses) assertPublicLiteral(url)
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      handshakeTimeout: outboundTimeout,
      followRedirects: false,
      maxPayload: 64 * 1024,
      lookup: guardedLookup(allowPrivateAddresses),
    })
    const deadline = AbortSignal.timeout(outboundTimeout)
    deadline.addEventListener('abort', () => {
      socket.terminate()
      reject(new Error('The wallet did not take the message in time'))
    })
    socket.once('open', () => {
      socket.send(Buffer.from(body), (error) => {
        if (error) return reject(error)
        socket.close()
        resolve()
      })
    })
    socket.on('error', reject)
  })
}
