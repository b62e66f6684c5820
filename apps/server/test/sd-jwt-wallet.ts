import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

interface OfferText {
  credential_issuer: string
  credential_configuration_ids: string[]
  grants: Record<string, { 'pre-authorized_code': string }>
}

export interface HolderKeyPair {
  privateKey: CryptoKey
  publicJwk: JWK
}

const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** A wallet of the test's own for OpenID4VCI: each step by itself, so that a test can leave one out or repeat it. */
export class SdJwtWallet {
  readonly offer: OfferText

  /** @param invitationUrl with the offer in it */
  constructor(invitationUrl: string) {
    this.offer = JSON.parse(new URL(invitationUrl).searchParams.get('credential_offer') ?? '') as OfferText
  }

  get issuer(): string {
    return this.offer.credential_issuer
  }

  get code(): string {
    return this.offer.grants[grant]?.['pre-authorized_code'] ?? ''
  }

  token(code = this.code): Promise<Response> {
    const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': code })
    return fetch(`${this.issuer}/openid4vc/token`, { method: 'POST', body })
  }

  async accessToken(): Promise<string> {
    return ((await (await this.token()).json()) as { access_token: string }).access_token
  }

  async nonce(): Promise<string> {
    const response = await fetch(`${this.issuer}/openid4vc/nonce`, { method: 'POST' })
    return ((await response.json()) as { c_nonce: string }).c_nonce
  }

  async proofs(nonce: string, keys: HolderKeyPair[], audience = this.issuer): Promise<string[]> {
    const proofOf = ({ privateKey, publicJwk }: HolderKeyPair) =>
      new SignJWT({ nonce })
        .setProtectedHeader({ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: publicJwk })
        .setAudience(audience)
        .setIssuedAt()
        .sign(privateKey)
    return Promise.all(keys.map(proofOf))
  }

  credential(accessToken: string, proofs: string[], configuration = this.offer.credential_configuration_ids[0]) {
    return fetch(`${this.issuer}/openid4vc/credential`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ credential_configuration_id: configuration, proofs: { jwt: proofs } }),
    })
  }

  notify(accessToken: string, notificationId: string, event = 'credential_accepted'): Promise<Response> {
    return fetch(`${this.issuer}/openid4vc/notification`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ notification_id: notificationId, event }),
    })
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
