// Before Askar's shared part, which has no functions otherwise.
import '@openwallet-foundation/askar-nodejs'
import { randomUUID } from 'node:crypto'
import { TypedArrayEncoder } from '@credo-ts/core'
import { CryptoBox, Key, KeyAlgorithm } from '@openwallet-foundation/askar-shared'

/** DIDComm messages as a hostile or broken wallet may send them: packed by hand, so that anything can stand in them. */
export class RawSender {
  readonly #signing = Key.generate(KeyAlgorithm.Ed25519)

  get key(): string {
    return base58(this.#signing.publicBytes)
  }

  /** The key as a DID, which has no address: answers come on the way of the message (return route, RFC 0092). */
  get did(): string {
    return `did:key:z${base58(Buffer.from([0xed, 0x01, ...this.#signing.publicBytes]))}`
  }

  /** The key as a DID that brings its document, without an address too (did:peer:2). */
  get peerDid(): string {
    return this.peerDidAt('didcomm:transport/queue')
  }

  /** The same with an address for messages, which may be a mediator's. */
  peerDidAt(endpoint: string, routingKeys: string[] = []): string {
    const service = {
      t: 'did-communication',
      s: endpoint,
      priority: 0,
      recipientKeys: ['#key-1'],
      r: routingKeys,
    }
    return `did:peer:2.V${this.did.slice('did:key:'.length)}.S${base64(Buffer.from(JSON.stringify(service)))}`
  }

  /** Authcrypt for the key of an invitation, or for another key (RFC 0019). */
  pack(to: string | Uint8Array, message: object): string {
    const publicKey = typeof to === 'string' ? recipientOf(to) : to
    const recipient = Key.fromPublicBytes({ algorithm: KeyAlgorithm.Ed25519, publicKey })
    const theirs = recipient.convertkey({ algorithm: KeyAlgorithm.X25519 })
    const ours = this.#signing.convertkey({ algorithm: KeyAlgorithm.X25519 })
    const content = Key.generate(KeyAlgorithm.Chacha20C20P)
    const nonce = CryptoBox.randomNonce()
    const header = {
      kid: base58(recipient.publicBytes),
      sender: base64(CryptoBox.seal({ recipientKey: theirs, message: Buffer.from(this.key) })),
      iv: base64(nonce),
    }
    const encryptedKey = CryptoBox.cryptoBox({
      recipientKey: theirs,
      senderKey: ours,
      message: content.secretBytes,
      nonce,
    })
    const outline = {
      enc: 'xchacha20poly1305_ietf',
      typ: 'JWM/1.0',
      alg: 'Authcrypt',
      recipients: [{ encrypted_key: base64(encryptedKey), header }],
    }
    const aad = Buffer.from(JSON.stringify(outline)).toString('base64url')
    const sealed = content.aeadEncrypt({
      message: Buffer.from(JSON.stringify({ '@id': randomUUID(), ...message })),
      aad: Buffer.from(aad),
    })
    return JSON.stringify({
      protected: aad,
      iv: base64(sealed.nonce),
      ciphertext: base64(sealed.ciphertext),
      tag: base64(sealed.tag),
    })
  }

  /** Opens an envelope for this sender's key. */
  unpack(envelope: string): Received {
    const { protected: aad, iv, ciphertext, tag } = JSON.parse(envelope)
    const [{ encrypted_key, header }] = JSON.parse(bytes(aad).toString()).recipients
    const ours = this.#signing.convertkey({ algorithm: KeyAlgorithm.X25519 })
    const sealed = CryptoBox.sealOpen({ recipientKey: ours, ciphertext: bytes(header.sender) })
    const from = TypedArrayEncoder.fromBase58(Buffer.from(sealed).toString())
    const sender = Key.fromPublicBytes({ algorithm: KeyAlgorithm.Ed25519, publicKey: from })
    const secret = CryptoBox.open({
      recipientKey: ours,
      senderKey: sender.convertkey({ algorithm: KeyAlgorithm.X25519 }),
      message: bytes(encrypted_key),
      nonce: bytes(header.iv),
    })
    const content = Key.fromSecretBytes({ algorithm: KeyAlgorithm.Chacha20C20P, secretKey: secret })
    const opened = content.aeadDecrypt({
      ciphertext: bytes(ciphertext),
      tag: bytes(tag),
      nonce: bytes(iv),
      aad: Buffer.from(aad),
    })
    return JSON.parse(Buffer.from(opened).toString())
  }
}

/** How a raw wallet's envelopes reach the server: once each. */
export type Send = (envelope: string) => Promise<{ status: number; body?: string }>

/** A wallet of raw messages that has connected. It has no address: answers come on the way of what it sends. */
export class RawWallet {
  readonly #sender: RawSender
  readonly #send: Send
  readonly #theirs: Uint8Array

  private constructor(sender: RawSender, send: Send, theirs: Uint8Array) {
    this.#sender = sender
    this.#send = send
    this.#theirs = theirs
  }

  /** Answers an invitation, by did-exchange unless asked otherwise. Throws when the server does not. */
  static async connect(
    invitationUrl: string,
    send: Send,
    { handshake = handshakes['did-exchange 1.1'], lastWord = true }: { handshake?: Handshake; lastWord?: boolean } = {},
  ): Promise<RawWallet> {
    const sender = new RawSender()
    const id = randomUUID()
    const pthid = invitationIn(invitationUrl)['@id']
    const request = { '@id': id, ...handshake(pthid, sender, undefined, 'didcomm:transport/queue') }
    const { status, body } = await send(sender.pack(invitationUrl, request))
    if (!body) throw new Error(`The handshake was answered ${status}, without a message`)
    const response = sender.unpack(body)
    const wallet = new RawWallet(sender, send, response.did ? keyIn(response) : recipientOf(invitationUrl))
    if (lastWord)
      await wallet.send({ '@type': 'https://didcomm.org/didexchange/1.1/complete', '~thread': { thid: id, pthid } })
    return wallet
  }

  /** @returns the HTTP status, and the message that came as the answer */
  async send(message: object): Promise<{ status: number; answer?: Received }> {
    const { status, body } = await this.#send(this.pack(message))
    return { status, answer: body ? this.#sender.unpack(body) : undefined }
  }

  pack(message: object): string {
    return this.#sender.pack(this.#theirs, { '~transport': { return_route: 'all' }, ...message })
  }

  unpack(envelope: string): Received {
    return this.#sender.unpack(envelope)
  }

  /** Messages that wait for it (message pickup, RFC 0212). */
  async fetchWaiting(): Promise<Received[]> {
    const { answer } = await this.send({
      '@type': 'https://didcomm.org/messagepickup/1.0/batch-pickup',
      batch_size: 50,
    })
    // Whatever is sent to this wallet meanwhile comes in the answer's place.
    if (answer && !answer['@type'].endsWith('/batch')) return [answer]
    const { 'messages~attach': waiting = [] } = (answer ?? {}) as { 'messages~attach'?: { message: object }[] }
    return waiting.map(({ message }) => this.unpack(JSON.stringify(message)))
  }
}

export interface Received {
  '@id': string
  '@type': string
  '~thread'?: { thid?: string; pthid?: string }
  [field: string]: unknown
}

type Handshake = (pthid: string, sender: RawSender, did?: string, endpoint?: string) => Record<string, unknown>

/** Handshakes as a wallet begins them; `pthid` is the invitation that they name. */
export const handshakes = {
  'did-exchange 1.1': (
    pthid: string,
    sender: RawSender,
    did?: string,
    endpoint?: string,
    routingKeys?: string[],
  ): Record<string, unknown> => ({
    '@type': 'https://didcomm.org/didexchange/1.1/request',
    '~thread': { pthid },
    '~transport': { return_route: 'all' },
    label: 'Stranger',
    did: did ?? (endpoint === undefined ? sender.did : sender.peerDidAt(endpoint, routingKeys)),
  }),
  'connections 1.0': (
    pthid: string,
    sender: RawSender,
    did = sender.did,
    endpoint = 'didcomm:transport/queue',
    routingKeys: string[] = [],
  ): Record<string, unknown> => ({
    '@type': 'https://didcomm.org/connections/1.0/request',
    '~thread': { pthid },
    '~transport': { return_route: 'all' },
    label: 'Stranger',
    connection: { DID: did, DIDDoc: legacyDocument(did, sender.key, endpoint, routingKeys) },
  }),
}

/** A DID document as connections 1.0 knows it (RFC 0160). */
const legacyDocument = (id: string, publicKeyBase58: string, serviceEndpoint: string, routingKeys: string[]) => ({
  '@context': 'https://w3id.org/did/v1',
  id,
  publicKey: [{ id: `${id}#1`, type: 'Ed25519VerificationKey2018', controller: id, publicKeyBase58 }],
  authentication: [{ type: 'Ed25519SignatureAuthentication2018', publicKey: `${id}#1` }],
  service: [
    {
      id: `${id};indy`,
      type: 'IndyAgent',
      priority: 0,
      recipientKeys: [publicKeyBase58],
      routingKeys,
      serviceEndpoint,
    },
  ],
})

/** A presentation as a wallet without the credential may answer an invitation to a proof with. */
export function presentationOf(invitationUrl: string, sender: RawSender): Record<string, unknown> {
  const { '@id': pthid, 'requests~attach': [attached] = [] } = invitationIn(invitationUrl)
  const request = JSON.parse(bytes(attached?.data.base64 ?? '').toString())
  return {
    '@type': 'https://didcomm.org/present-proof/2.0/presentation',
    '~thread': { thid: request['~thread']?.thid ?? request['@id'], pthid },
    '~transport': { return_route: 'all' },
    '~service': { recipientKeys: [sender.did], routingKeys: [], serviceEndpoint: 'didcomm:transport/queue' },
    last_presentation: true,
    formats: [{ attach_id: 'a', format: 'anoncreds/proof@v1.0' }],
    'presentations~attach': [{ '@id': 'a', data: { json: {} } }],
  }
}

interface Invitation {
  '@id': string
  services: { recipientKeys: string[] }[]
  'requests~attach'?: { data: { base64: string } }[]
}

/** The message in an invitation's address. */
export function invitationIn(invitationUrl: string): Invitation {
  return JSON.parse(Buffer.from(new URL(invitationUrl).searchParams.get('oob') ?? '', 'base64url').toString())
}

/** The key of the connection, in the DID that a handshake brings (did:peer:2, as our server's and our wallet's). */
export function keyIn({ did }: Received): Uint8Array {
  const [, key] = /\.Vz([^.]+)/.exec(String(did)) ?? []
  if (!key) throw new Error('A handshake has a DID of another kind than expected')
  return TypedArrayEncoder.fromBase58(key).subarray(2)
}

function recipientOf(invitationUrl: string): Uint8Array {
  const key = invitationIn(invitationUrl).services[0]?.recipientKeys[0]?.split('#')[0]
  if (!key) throw new Error('The invitation names no key')
  // Base58 after the letter that says so, and the two bytes that say Ed25519.
  return TypedArrayEncoder.fromBase58(key.slice('did:key:z'.length)).subarray(2)
}

const bytes = (text: string) => Buffer.from(text, 'base64url')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const base58 = (bytes: Uint8Array) => TypedArrayEncoder.toBase58(bytes)
