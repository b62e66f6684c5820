import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createDID, MultibaseEncoding, multibaseEncode, prepareDataForSigning } from 'didwebvh-ts'
import { toBase58 } from '../src/core/encoding/base58.ts'
import { concat, toUtf8 } from '../src/core/encoding/text.ts'
import { canonicalJson } from '../src/protocols/didcomm/dids/canonical-json.ts'
import { multihash } from '../src/protocols/didcomm/dids/multihash.ts'
import { toMultikey } from '../src/protocols/didcomm/dids/multikey.ts'

type Json = Record<string, unknown>

/** A did:webvh and what it publishes, made by hand so that anything can be wrong with it. */
export class Publisher {
  readonly did: string
  /** The content of each address. */
  readonly published = new Map<string, string | Uint8Array>()
  readonly #secret: Uint8Array
  readonly #method: string

  private constructor(did: string, secret: Uint8Array, method: string) {
    this.did = did
    this.#secret = secret
    this.#method = method
  }

  static async create(domain: string): Promise<Publisher> {
    const secret = Uint8Array.from(randomBytes(32))
    const multikey = toMultikey(ed25519.getPublicKey(secret))
    const id = `did:webvh:{SCID}:${domain}`
    const method = { id: `${id}#key`, type: 'Multikey', controller: id, publicKeyMultibase: multikey }
    const { did, log } = await createDID({
      domain,
      updateKeys: [multikey],
      didDocument: {
        '@context': ['https://www.w3.org/ns/did/v1'],
        id,
        verificationMethod: [method, { ...method, id: `${id}#other` }],
        assertionMethod: [method.id],
      },
      signer: {
        getVerificationMethodId: () => `did:key:${multikey}#${multikey}`,
        sign: async ({ document, proof }) => {
          const signature = ed25519.sign(await prepareDataForSigning(document, proof), secret)
          return { proofValue: multibaseEncode(signature, MultibaseEncoding.BASE58_BTC) }
        },
      },
      verifier: { verify: async (signature, message, key) => ed25519.verify(signature, message, key) },
    })
    const publisher = new Publisher(did, secret, `${did}#key`)
    publisher.published.set(
      `https://${domain}/.well-known/did.jsonl`,
      log.map((entry) => JSON.stringify(entry)).join('\n'),
    )
    return publisher
  }

  readonly fetch: typeof fetch = async (url) => {
    const body = this.published.get(String(url))
    return new Response(body === undefined ? undefined : Buffer.from(body), { status: body === undefined ? 404 : 200 })
  }

  idOf(content: Json): string {
    return `${this.did}/resources/z${multihash(canonicalJson(content))}`
  }

  /** Publishes an object. @returns its identifier */
  publish(content: Json, more: Json = {}, change: (resource: Json) => Json = (same) => same): string {
    const id = this.idOf(content)
    const resource = this.signed({ type: ['AttestedResource'], id, content, ...more })
    this.published.set(this.addressOf(id), JSON.stringify(change(resource)))
    return id
  }

  publishTails(tails: Uint8Array): { tailsHash: string; tailsLocation: string } {
    const tailsHash = toBase58(sha256(tails))
    const tailsLocation = `https://tails.example/${tailsHash}`
    this.published.set(tailsLocation, tails)
    return { tailsHash, tailsLocation }
  }

  addressOf(id: string): string {
    return `https://${this.did.split(':')[3]}/${id.slice(this.did.length + 1)}`
  }

  signed(document: Json, { method = this.#method, secret = this.#secret, purpose = 'assertionMethod' } = {}): Json {
    const proof = {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-jcs-2022',
      verificationMethod: method,
      proofPurpose: purpose,
    }
    const hash = (value: object) => sha256(toUtf8(canonicalJson(value)))
    const proofValue = `z${toBase58(ed25519.sign(concat(hash(proof), hash(document)), secret))}`
    return { ...document, proof: { ...proof, proofValue } }
  }
}
