import { createHash, randomUUID } from 'node:crypto'
import {
  base64url,
  CompactEncrypt,
  type CryptoKey,
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose'

interface OfferText {
  credential_issuer: string
  credential_configuration_ids: string[]
  grants: Record<string, { 'pre-authorized_code': string; tx_code?: object }>
}

export interface HolderKeyPair {
  privateKey: CryptoKey
  publicJwk: JWK
}

const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** A wallet of the test's own for OpenID4VCI: each step by itself, so that a test can leave one out or repeat it. */
export class SdJwtWallet {
  readonly offer: OfferText
  /** Seconds by which its clock is wrong. */
  skew = 0

  /** @param invitationUrl with the offer in it */
  constructor(invitationUrl: string) {
    this.offer = JSON.parse(new URL(invitationUrl).searchParams.get('credential_offer') ?? '') as OfferText
  }

  /** @param invitationUrl with the address of the offer in it */
  static async byReference(invitationUrl: string): Promise<SdJwtWallet> {
    const offer = await (await fetch(new URL(invitationUrl).searchParams.get('credential_offer_uri') ?? '')).text()
    return new SdJwtWallet(`openid-credential-offer://?credential_offer=${encodeURIComponent(offer)}`)
  }

  get #now(): number {
    return Math.floor(Date.now() / 1_000) + this.skew
  }

  get issuer(): string {
    return this.offer.credential_issuer
  }

  get origin(): string {
    return new URL(this.issuer).origin
  }

  get code(): string {
    return this.offer.grants[grant]?.['pre-authorized_code'] ?? ''
  }

  token(code = this.code, headers: Record<string, string> = {}, txCode?: string): Promise<Response> {
    const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': code })
    if (txCode !== undefined) body.set('tx_code', txCode)
    return fetch(`${this.origin}/openid4vc/token`, { method: 'POST', body, headers })
  }

  /** RFC 6749, 6. */
  refresh(refreshToken: string, headers: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    return fetch(`${this.origin}/openid4vc/token`, { method: 'POST', body, headers })
  }

  /** RFC 9449, 4.2. */
  dpop({ privateKey, publicJwk }: HolderKeyPair, path: string, accessToken?: string, nonce?: string): Promise<string> {
    const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url')
    return new SignJWT({
      htm: 'POST',
      htu: this.origin + path,
      jti: randomUUID(),
      ...(ath && { ath }),
      ...(nonce && { nonce }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: publicJwk })
      .setIssuedAt(this.#now)
      .sign(privateKey)
  }

  /** The headers of a call that proves a key, with the token that is bound to it where there is one. */
  async bound(key: HolderKeyPair, path: string, accessToken?: string): Promise<Record<string, string>> {
    const dpop = await this.dpop(key, path, accessToken)
    return accessToken === undefined ? { dpop } : { dpop, authorization: `DPoP ${accessToken}` }
  }

  async accessToken(): Promise<string> {
    return ((await (await this.token()).json()) as { access_token: string }).access_token
  }

  async nonce(): Promise<string> {
    const response = await fetch(`${this.origin}/openid4vc/nonce`, { method: 'POST' })
    return ((await response.json()) as { c_nonce: string }).c_nonce
  }

  async proofs(nonce: string, keys: HolderKeyPair[], audience = this.issuer): Promise<string[]> {
    const proofOf = ({ privateKey, publicJwk }: HolderKeyPair) =>
      new SignJWT({ nonce })
        .setProtectedHeader({ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: publicJwk })
        .setAudience(audience)
        .setIssuedAt(this.#now)
        .sign(privateKey)
    return Promise.all(keys.map(proofOf))
  }

  credential(
    accessToken: string,
    proofs: string[],
    configuration = this.offer.credential_configuration_ids[0],
    headers: Record<string, string> = { authorization: `Bearer ${accessToken}` },
  ) {
    const body = { credential_configuration_id: configuration, proofs: { jwt: proofs } }
    return this.post('/openid4vc/credential', body, headers)
  }

  post(path: string, body: object, headers: Record<string, string>): Promise<Response> {
    return fetch(this.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  notify(accessToken: string, notificationId: string, event = 'credential_accepted'): Promise<Response> {
    const body = { notification_id: notificationId, event }
    return this.post('/openid4vc/notification', body, { authorization: `Bearer ${accessToken}` })
  }
}

export async function holderKeys(count = 1): Promise<HolderKeyPair[]> {
  const keyPair = async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const publicJwk = await exportJWK(publicKey)
    return { privateKey, publicJwk: { ...publicJwk, kid: await calculateJwkThumbprint(publicJwk) } }
  }
  return Promise.all(Array.from({ length: count }, keyPair))
}

/** A credential with the key that it is bound to. */
export interface Held {
  credential: string
  key: HolderKeyPair
}

/** The claims of a request object that a wallet needs to answer it. */
export interface RequestClaims {
  client_id: string
  response_uri: string
  nonce: string
  state: string
  dcql_query: { credentials: { id: string; meta: { vct_values: string[] }; claims: { path: [string] }[] }[] }
  client_metadata: { jwks: { keys: [JWK] } }
}

/** How an answer may differ from what an honest wallet sends. */
export interface Twist {
  audience?: string
  nonce?: string
  signedBy?: HolderKeyPair
  /** Seconds since 1970. */
  issuedAt?: number
  type?: string
  /** Works on the list of disclosures before they are bound. */
  disclosures?: (shown: string[]) => string[]
  /** Works on them after. */
  swapped?: (shown: string[]) => string[]
  withoutBinding?: boolean
}

export const requestAt = async (invitationUrl: string): Promise<string> => {
  const response = await fetch(new URL(invitationUrl).searchParams.get('request_uri') ?? '')
  return response.text()
}

/** A presentation of what was asked for, in the form of RFC 9901. */
export async function present(request: RequestClaims, { credential, key }: Held, twist: Twist = {}): Promise<string> {
  const [jwt = '', ...all] = credential.split('~').slice(0, -1)
  const wanted = request.dcql_query.credentials[0]?.claims.map(({ path }) => path.at(-1)) ?? []
  const nameOf = (disclosure: string) => JSON.parse(new TextDecoder().decode(base64url.decode(disclosure)))[1] as string
  const shown = all.filter((disclosure) => wanted.includes(nameOf(disclosure)))
  const bound = [jwt, ...(twist.disclosures?.(shown) ?? shown), ''].join('~')
  if (twist.withoutBinding) return bound
  const sdHash = createHash('sha256').update(bound).digest('base64url')
  const binding = await new SignJWT({ nonce: twist.nonce ?? request.nonce, sd_hash: sdHash })
    .setProtectedHeader({ alg: 'ES256', typ: twist.type ?? 'kb+jwt' })
    .setAudience(twist.audience ?? request.client_id)
    .setIssuedAt(twist.issuedAt)
    .sign((twist.signedBy ?? key).privateKey)
  return `${twist.swapped ? [jwt, ...twist.swapped(shown), ''].join('~') : bound}${binding}`
}

export async function encryptedAnswer(
  request: RequestClaims,
  answer: object,
  encryption = 'A128GCM',
  header: object = {},
): Promise<URLSearchParams> {
  const [jwk] = request.client_metadata.jwks.keys
  return new URLSearchParams({ response: await encryptedTo(jwk, answer, encryption, header) })
}

/** A compact JWE for a key that a server has published. */
export async function encryptedTo(jwk: JWK, content: object, enc = 'A128GCM', header: object = {}): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc, kid: jwk.kid, ...header })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
}

export const post = (url: string, body: URLSearchParams) => fetch(url, { method: 'POST', body })

export const claimsOf = (requestObject: string) => decodeJwt(requestObject) as unknown as RequestClaims
