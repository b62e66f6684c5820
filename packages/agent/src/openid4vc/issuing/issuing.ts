import type { IssuingEndpoints } from '../api/endpoints.ts'
import { publicJwkOf } from '../keys/decryption-key.ts'
import { certifiedJwt } from '../keys/signer.ts'
import { accessTokens } from './access-tokens.ts'
import { credentialEndpoint } from './credential-endpoint.ts'
import type { IssuingDependencies } from './dependencies.ts'
import { Issuances } from './issuances.ts'
import { authorizationServerMetadata, issuerMetadata } from './metadata.ts'
import { notificationEndpoint } from './notification-endpoint.ts'
import { Refilling } from './refilling.ts'
import { tokenEndpoint } from './token-endpoint.ts'

/** Issuance by pre-authorized code (OpenID4VCI 1.0): offers, and the endpoints that wallets call, one file each. */
export function createIssuing(given: IssuingDependencies) {
  const { publicUrl, definitions, nonces, decryption, signer, now } = given
  const refilling = new Refilling(given)
  const issuances = new Issuances({ ...given, refilling })
  const dependencies = { ...given, refilling, issuances, tokens: accessTokens(given) }

  const metadataOf = async (slug: string) => {
    const [found] = await definitions.findBy('slugs', [slug])
    return found && issuerMetadata(publicUrl, found.value, slug, publicJwkOf(decryption()))
  }
  const endpoints: IssuingEndpoints = {
    issuerMetadata: metadataOf,
    async signedIssuerMetadata(slug) {
      const metadata = await metadataOf(slug)
      if (!metadata) return undefined
      const claims = { ...metadata, sub: metadata.credential_issuer, iat: Math.floor(now() / 1_000) }
      return certifiedJwt(signer(), 'openidvci-issuer-metadata+jwt', claims)
    },
    authorizationServerMetadata: () => authorizationServerMetadata(publicUrl),
    credentialOffer: (id) => issuances.credentialOffer(id),
    token: tokenEndpoint(dependencies),
    nonce: () => ({ c_nonce: nonces.create() }),
    credential: credentialEndpoint(dependencies),
    notify: notificationEndpoint(dependencies),
    unreadable: (of) => issuances.unreadable(of),
  }
  return { issuances, endpoints }
}
