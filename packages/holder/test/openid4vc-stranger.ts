import { createHash } from 'node:crypto'
import { issueSdJwtVc } from '@lastmile/formats/issued-sd-jwt'
import { signedJwt } from '@lastmile/formats/jws'
import { base64url, compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose'
import { signerOf } from '../src/formats/sd-jwt/holder-key.ts'
import type { Fetch } from '../src/holder.ts'

export const issuer = 'https://issuer.example'
export const verifier = 'https://verifier.example'
const type = `${issuer}/types/card`
export const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** A key that signs nothing else, and its certificate. */
const key = {
  x: 'Y7KwrKWmxe84Q9OotdOPsMt-r9aDq1iKAaAk-1GLExk',
  y: '8pvgz3c_OKzPLcfizTwhknnsqMbmGSHC8LLfT6vtSGM',
  d: 'zZ0wYULQcqbs6EywDgq9WVtAyWZ8Pr8G2eK3DBYFp3s',
}
const certificate = [
  'MIIByjCCAW+gAwIBAgIQUPX6BU4y4ed1wseWnEjL6jAKBggqhkjOPQQDAjAYMRYwFAYDVQQDEw1TdHJhbmdlciBSb290MB4XDTI2',
  'MTEyNjEyNTAzOFoXDTI3MTIyOTEyNTAzOFowHjEcMBoGA1UEAxMTU3RyYW5nZXIsIGRvY3VtZW50czBZMBMGByqGSM49AgEGCCqG',
  'SM49AwEHA0IABGOysKylpsXvOEPTqLXTj7DLfq/Wg6tYigGgJPtRixMZ8pvgz3c/OKzPLcfizTwhknnsqMbmGSHC8LLfT6vtSGOj',
  'gZQwgZEwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwMQYDVR0RBCowKIIOaXNzdWVyLmV4YW1wbGWGFmh0dHBzOi8vaXNz',
  'dWVyLmV4YW1wbGUwHwYDVR0jBBgwFoAUGpY03ak6pS0wgi+MtQ2eQBzx9zowHQYDVR0OBBYEFDlz1Za1lpeGntyD/U/eAmeiabET',
  'MAoGCCqGSM49BAMCA0kAMEYCIQCpQfMo7b72qt9nDj2Z2N8UsAW7asM8OwfsB9Q1afqDvAIhAJUBzN5aJ3Kr4QdKA/Tz7wGq3rKL',
  'zIGpxlqTE3dpHbcz',
].join('')

/** A disclosure, and its digest for what is signed. */
export const disclosure = (...content: unknown[]) => {
  const text = base64url.encode(JSON.stringify(['salt', ...content]))
  return { text, digest: createHash('sha256').update(text).digest('base64url') }
}

/** A card as it is signed and sent. */
export const parts = (payload: object, ...all: { text: string }[]) => ({
  parts: { payload, disclosures: all.map(({ text }) => text) },
})

const twice = disclosure('name', 'Amina')
/** Cards with something that RFC 9901, section 7.1, says must be rejected. */
export const unsoundCards: [string, ReturnType<typeof parts>][] = [
  ['a disclosure without a digest', parts({}, twice)],
  ['a disclosure twice', parts({ _sd: [twice.digest] }, twice, twice)],
  ['a digest twice', parts({ _sd: [twice.digest], other: { _sd: [twice.digest] } }, twice)],
  ['a decoy twice', parts({ _sd: ['decoy', 'decoy'] })],
  ['a claim stated and disclosed', parts({ name: 'Bola', _sd: [twice.digest] }, twice)],
  ['a digest that is none', parts({ _sd: [1] })],
  ['digests that are no list', parts({ _sd: 'digest' })],
  ['a placeholder in an object', parts({ list: { '...': twice.digest, more: 1 } })],
  ['an element in the place of a claim', parts({ list: [{ '...': twice.digest }] }, twice)],
  ...['_sd', '...', 'iss', 'vct', 'cnf', 'exp', 'nbf', 'status'].map((name): [string, ReturnType<typeof parts>] => {
    const named = disclosure(name, 1)
    return [`${name} to be disclosed`, parts({ _sd: [named.digest] }, named)]
  }),
]

/** A call that a wallet made. */
export interface Call {
  url: string
  method: string
  body: string
  redirect: RequestRedirect | undefined
  headers: Headers
}

/** An issuer and verifier of another site, which a test makes as odd as it likes. */
export class Stranger {
  readonly calls: Call[] = []
  /** Answers by address; others are 404. A text or bytes are sent as they are, all else as JSON. */
  readonly answers: Record<string, unknown> = {}

  readonly fetch: Fetch = async (input, init) => {
    const url = String(input)
    const body = typeof init?.body === 'string' ? init.body : ''
    const headers = new Headers(init?.headers)
    this.calls.push({ url, method: init?.method ?? 'GET', body, redirect: init?.redirect, headers })
    const given = this.answers[url]
    const answer = typeof given === 'function' ? await given(body, headers) : given
    if (answer instanceof Response) return answer === given ? answer.clone() : answer
    if (answer === undefined) return new Response('', { status: 404 })
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  }

  #encryptionKey: CryptoKey | undefined

  /** The presentation of the only credential in the last answer. */
  async shown(): Promise<string> {
    const { body = '' } = this.callsTo(`${verifier}/answers`).at(-1) ?? {}
    const answer = new URLSearchParams(body).get('response') ?? ''
    const { plaintext } = await compactDecrypt(answer, this.#encryptionKey as CryptoKey)
    const { vp_token } = JSON.parse(new TextDecoder().decode(plaintext)) as { vp_token: Record<string, string[]> }
    return Object.values(vp_token)[0]?.[0] ?? ''
  }

  /** Publishes a status list. */
  async lists(url: string, token: object, header: object = { x5c: [certificate] }, signer = key): Promise<void> {
    const jwt = await signedJwt({ typ: 'statuslist+jwt', ...header }, { sub: url, ...token }, await signerOf(signer))
    this.answers[url] = (_body: string, headers: Headers) =>
      new Response(jwt, { status: headers.get('accept') === 'application/statuslist+jwt' ? 200 : 406 })
  }

  callsTo = (url: string): Call[] => this.calls.filter((call) => call.url === url)

  /** Issues in the way of a sound issuer. @returns the link of its offer */
  offers({ credential = {}, ...odd }: Oddities = {}): string {
    const metadata = {
      credential_issuer: issuer,
      credential_endpoint: `${issuer}/credential`,
      nonce_endpoint: `${issuer}/nonce`,
      notification_endpoint: `${issuer}/notification`,
      batch_credential_issuance: { batch_size: 2 },
      display: [{ name: 'College' }],
      credential_configurations_supported: { card: { ...configuration, ...odd.configuration } },
      ...odd.metadata,
    }
    Object.assign(this.answers, {
      [`${issuer}/.well-known/openid-credential-issuer`]: metadata,
      [`${issuer}/.well-known/oauth-authorization-server`]: {
        issuer,
        token_endpoint: `${issuer}/token`,
        ...odd.server,
      },
      [`${issuer}/token`]: { access_token: 'token', token_type: 'Bearer', ...odd.token },
      [`${issuer}/nonce`]: { c_nonce: 'nonce' },
      [`${issuer}/notification`]: '',
      [`${issuer}/credential`]: async (body: string) => ({
        credentials: await Promise.all(
          keysIn(body).map(async (jwk, index) => ({ credential: await this.#issued(jwk, index, credential) })),
        ),
        notification_id: 'note',
      }),
    })
    const offer = {
      credential_issuer: issuer,
      credential_configuration_ids: ['card'],
      grants: { [grant]: { 'pre-authorized_code': 'code' } },
      ...odd.offer,
    }
    return `openid-credential-offer://?credential_offer=${encodeURIComponent(JSON.stringify(offer))}`
  }

  /** Asks for the name on a card. @returns the link of its request */
  async asks({ claims = {}, client = {}, ...odd }: RequestOddities = {}): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(certificate, 'base64'))
    const clientId = `x509_hash:${base64url.encode(new Uint8Array(digest))}`
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
    const encryption = await exportJWK(publicKey)
    this.#encryptionKey = privateKey
    const request = {
      client_id: clientId,
      response_type: 'vp_token',
      response_mode: 'direct_post.jwt',
      response_uri: `${verifier}/answers`,
      nonce: 'nonce',
      dcql_query: {
        credentials: [{ id: 'card', format: 'dc+sd-jwt', meta: { vct_values: [type] }, claims: [{ path: ['name'] }] }],
      },
      client_metadata: { client_name: 'Shop', jwks: { keys: [encryption] }, ...client },
      ...claims,
    }
    const header = { typ: odd.typ ?? 'oauth-authz-req+jwt', x5c: [certificate] }
    this.answers[`${verifier}/requests`] = async (body: string) => {
      const wallet_nonce = new URLSearchParams(body).get('wallet_nonce') ?? undefined
      const jwt = await signedJwt(header, { wallet_nonce, ...request }, await signerOf(key))
      const type = odd.type ?? 'application/oauth-authz-req+jwt'
      return new Response(odd.spoil?.(jwt) ?? jwt, { headers: { 'content-type': type } })
    }
    this.answers[`${verifier}/answers`] ??= {}
    const link = new URLSearchParams({
      client_id: odd.clientId ?? clientId,
      request_uri: `${verifier}/requests`,
      ...(odd.byPost && { request_uri_method: 'post' }),
    })
    return `openid4vp://?${link}`
  }

  async #issued(jwk: JWK, index: number, odd: Oddities['credential'] = {}): Promise<string> {
    const sign = await signerOf(key)
    if (odd.parts) {
      const payload = { iss: issuer, vct: type, cnf: { jwk }, ...odd.always, ...odd.parts.payload }
      const jwt = await signedJwt({ typ: 'dc+sd-jwt', x5c: [certificate] }, payload, sign)
      return [jwt, ...odd.parts.disclosures, ''].join('~')
    }
    return issueSdJwtVc(
      {
        x5c: [certificate],
        always: { iss: issuer, vct: type, cnf: { jwk }, ...odd.always },
        selectively: { name: `${odd.name ?? 'Amina'}${odd.differing ? index : ''}`, ...odd.selectively },
      },
      async (input) => (odd.isUnsigned ? base64url.encode(new Uint8Array(64)) : sign(input)),
    )
  }
}

interface Oddities {
  offer?: object
  metadata?: object
  server?: object
  token?: object
  configuration?: object
  credential?: {
    always?: object
    selectively?: object
    /** As they are signed and sent, in place of what would be. */
    parts?: { payload: object; disclosures: string[] }
    name?: string
    differing?: boolean
    isUnsigned?: boolean
  }
}

interface RequestOddities {
  claims?: object
  client?: object
  typ?: string
  clientId?: string
  byPost?: boolean
  /** Media type of the request. */
  type?: string
  spoil?: (jwt: string) => string
}

const configuration = {
  format: 'dc+sd-jwt',
  vct: type,
  cryptographic_binding_methods_supported: ['jwk'],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
  credential_metadata: { display: [{ name: 'Card' }], claims: [{ path: ['name'] }] },
}

/** Keys that the proofs of a credential request are made with. */
function keysIn(body: string): JWK[] {
  const { proofs } = JSON.parse(body) as { proofs: { jwt: string[] } }
  return proofs.jwt.map((jwt) => decodeProtectedHeader(jwt).jwk as JWK)
}
