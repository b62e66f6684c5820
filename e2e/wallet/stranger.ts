import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { keyIn, RawSender, type Received } from './raw-messages.ts'

const patienceMs = 10_000

/** The browser's error when the wallet looks for the DID of a host that has none. */
export const noDid = [/status of 404.*did\.jsonl/, /^refused: 404 GET .*did\.jsonl/]

/** An agent that is not ours, on this machine: invites a wallet and says to it whatever a test wants. */
export class Stranger {
  /** The wallet's messages, oldest first. */
  readonly heard: Received[] = []
  readonly #sender = new RawSender()
  readonly #server = createServer((_request, response) => {
    response.writeHead(404, { 'access-control-allow-origin': '*' }).end()
  })
  #socket: WebSocket | undefined
  #wallet: Uint8Array | undefined
  #onHeard = () => {}

  static async listen(): Promise<Stranger> {
    const stranger = new Stranger()
    new WebSocketServer({ server: stranger.#server }).on('connection', (socket) => {
      stranger.#socket = socket
      socket.on('message', (data) => stranger.#hear(data.toString()))
    })
    stranger.#server.listen(0, '127.0.0.1')
    await once(stranger.#server, 'listening')
    return stranger
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** A link to connect with it. @param label what it calls itself */
  invitation(label: string): string {
    const serviceEndpoint = `http://localhost:${this.#port}/didcomm`
    const invitation = {
      '@type': 'https://didcomm.org/out-of-band/1.1/invitation',
      '@id': randomUUID(),
      label,
      handshake_protocols: ['https://didcomm.org/didexchange/1.1'],
      services: [{ id: '#inline', type: 'did-communication', recipientKeys: [this.#sender.did], serviceEndpoint }],
    }
    return `https://stranger.example/?oob=${Buffer.from(JSON.stringify(invitation)).toString('base64url')}`
  }

  says(type: string, fields: object) {
    if (!this.#wallet) throw new Error('No wallet has connected')
    this.#socket?.send(this.#sender.pack(this.#wallet, { '@type': `https://didcomm.org/${type}`, ...fields }))
  }

  /** Asks for a proof. @param request in AnonCreds' words; the rest of what that takes is added */
  asks(request: object, fields: object = {}) {
    const content = {
      version: '1.0',
      nonce: '1234567890',
      requested_attributes: {},
      requested_predicates: {},
      ...request,
    }
    this.says('present-proof/2.0/request-presentation', {
      ...fields,
      formats: [{ attach_id: 'asked', format: 'anoncreds/proof-request@v1.0' }],
      'request_presentations~attach': [
        { '@id': 'asked', data: { base64: Buffer.from(JSON.stringify(content)).toString('base64url') } },
      ],
    })
  }

  /** Offers a credential of a definition that is published nowhere. */
  offers(attributes: { name: string; value: string }[], comment?: string) {
    const definition = `did:webvh:QmStranger:localhost%3A${this.#port}/resources/definition`
    const offer = { schema_id: `${definition}-schema`, cred_def_id: definition, nonce: '1', key_correctness_proof: {} }
    this.says('issue-credential/2.0/offer-credential', {
      comment,
      credential_preview: { '@type': 'https://didcomm.org/issue-credential/2.0/credential-preview', attributes },
      formats: [{ attach_id: 'offered', format: 'anoncreds/credential-offer@v1.0' }],
      'offers~attach': [
        { '@id': 'offered', data: { base64: Buffer.from(JSON.stringify(offer)).toString('base64url') } },
      ],
    })
  }

  /** The first message whose type ends so. Rejects when none comes. */
  hears(type: string): Promise<Received> {
    return new Promise((resolve, reject) => {
      const types = () => this.heard.map((message) => message['@type'])
      const late = setTimeout(() => reject(new Error(`No ${type} came, but ${types()}`)), patienceMs)
      this.#onHeard = () => {
        const found = this.heard.find((message) => message['@type'].endsWith(type))
        if (!found) return
        clearTimeout(late)
        resolve(found)
      }
      this.#onHeard()
    })
  }

  close() {
    this.#socket?.terminate()
    this.#server.close()
  }

  #hear(envelope: string) {
    const message = this.#sender.unpack(envelope)
    this.heard.push(message)
    if (message['@type'].endsWith('didexchange/1.1/request')) {
      this.#wallet = keyIn(message)
      // The DID has the key that invited, so nothing else has to show that they are the same.
      this.says('didexchange/1.1/response', { did: this.#sender.peerDid, '~thread': { thid: message['@id'] } })
    }
    this.#onHeard()
  }
}
