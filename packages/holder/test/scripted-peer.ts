import { randomBytes, randomUUID } from 'node:crypto'
import { encodedValue } from '@lastmile/formats/anoncreds-values'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58, toBase58 } from '../src/core/encoding/base58.ts'
import { type SigningKey, signingKey } from '../src/core/nacl.ts'
import type { HolderDependencies, Socket } from '../src/holder.ts'
import { createPeerDid } from '../src/protocols/didcomm/dids/did-peer.ts'
import { toMultikey } from '../src/protocols/didcomm/dids/multikey.ts'
import { pack, readEnvelope, recipientsOf, unpack } from '../src/protocols/didcomm/messages/envelope.ts'
import type { Message } from '../src/protocols/didcomm/records/didcomm-records.ts'
import { invitationTo } from './invitations.ts'

export const randomKey = () => signingKey(Uint8Array.from(randomBytes(32)))
const base64 = (text: string) => Buffer.from(text).toString('base64url')

/** A peer at the other end of the wallet's socket, which says whatever a test wants. */
export class ScriptedPeer {
  readonly key = randomKey()
  /** The wallet's messages, oldest first. */
  readonly heard: Message[] = []
  #wallet: Uint8Array | undefined
  #port: Socket | undefined

  readonly openSocket: HolderDependencies['openSocket'] = () => {
    const port: Socket = {
      send: (text) => this.#hear(text),
      close: () => port.onclose?.(),
      onopen: null,
      onmessage: null,
      onclose: null,
    }
    this.#port = port
    setTimeout(() => port.onopen?.(), 0)
    return port
  }

  get didKey(): string {
    return `did:key:${toMultikey(this.key.public)}`
  }

  invitation(fields: Record<string, unknown> = {}): string {
    return invitationTo('Stranger', 'https://stranger.example/didcomm', { key: this.key.public, fields })
  }

  #hear(text: string): void {
    const encrypted = readEnvelope(text)
    if (!encrypted) throw new Error('The wallet sent no envelope')
    if (!recipientsOf(encrypted).includes(toBase58(this.key.public))) return
    const { message, sender = '' } = unpack(encrypted, this.key)
    this.#wallet = fromBase58(sender)
    this.heard.push(message as Message)
  }

  /** The first message of this type that was not asked for before. Rejects after 5 s. */
  async hears(type: string): Promise<Message> {
    for (const giveUp = Date.now() + 5_000; Date.now() < giveUp; ) {
      const at = this.heard.findIndex((message) => message['@type'].endsWith(type))
      const [found] = at < 0 ? [] : this.heard.splice(at, 1)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error(`The wallet sent no ${type}, but ${JSON.stringify(this.heard)}`)
  }

  says(type: string, fields: object = {}, from: SigningKey | undefined = this.key): void {
    this.saysText(this.packed({ '@type': `https://didcomm.org/${type}`, '@id': randomUUID(), ...fields }, from))
  }

  packed(message: object, from: SigningKey | undefined): string {
    if (!this.#wallet) throw new Error('The wallet has not been heard yet')
    return pack(message, this.#wallet, from)
  }

  saysText(data: unknown): void {
    this.#port?.onmessage?.({ data })
  }

  /** The answer to a handshake. @param signer of the DID's rotation, who should have the invitation's key */
  respond(
    request: Message,
    { from = this.key, ...given }: Parameters<ScriptedPeer['response']>[1] & { from?: SigningKey } = {},
  ): void {
    this.says('didexchange/1.1/response', this.response(request, given), from)
  }

  /** The fields of the answer to a handshake. */
  response(request: Message, { signer = this.key, did = createPeerDid(this.key.public) } = {}) {
    const protectedHeader = base64(JSON.stringify({ alg: 'EdDSA' }))
    const signature = ed25519.sign(Buffer.from(`${protectedHeader}.${base64(did)}`), signer.secret)
    const jws = {
      header: { kid: `did:key:${toMultikey(signer.public)}` },
      protected: protectedHeader,
      signature: Buffer.from(signature).toString('base64url'),
    }
    return {
      '~thread': { thid: request['@id'] },
      did,
      'did_rotate~attach': { data: { base64: base64(did), jws } },
    }
  }
}

/** An offer of a credential, as fields of its message. */
export function offerOf(
  definitionId: string,
  attributes = [{ name: 'name', value: 'Amina Bello' }],
  schemaId = `${definitionId}-schema`,
) {
  const offer = { schema_id: schemaId, cred_def_id: definitionId, nonce: '1', key_correctness_proof: {} }
  return {
    credential_preview: { '@type': 'https://didcomm.org/issue-credential/2.0/credential-preview', attributes },
    formats: [{ attach_id: 'a', format: 'anoncreds/credential-offer@v1.0' }],
    'offers~attach': [{ '@id': 'a', data: { base64: base64(JSON.stringify(offer)) } }],
  }
}

/** A credential as an issuer sends it, as fields of its message. `more` is in the credential. */
export function credentialOf(
  definitionId: string,
  attributes: { name: string; value: string }[],
  schemaId: string,
  more: Record<string, unknown> = {},
) {
  const values = Object.fromEntries(
    attributes.map(({ name, value }) => [name, { raw: value, encoded: encodedValue(value) }]),
  )
  const credential = { schema_id: schemaId, cred_def_id: definitionId, values, ...more }
  return {
    formats: [{ attach_id: 'a', format: 'anoncreds/credential@v1.0' }],
    'credentials~attach': [{ '@id': 'a', data: { base64: base64(JSON.stringify(credential)) } }],
  }
}

/** A request for a self-attested value, as fields of its message. */
export function requestOf() {
  const request = { name: 'Check', version: '1.0', nonce: '1', requested_attributes: { word: { name: 'word' } } }
  return {
    formats: [{ attach_id: 'a', format: 'anoncreds/proof-request@v1.0' }],
    'request_presentations~attach': [{ '@id': 'a', data: { base64: base64(JSON.stringify(request)) } }],
  }
}
