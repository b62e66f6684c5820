import type { IssuingEndpoints } from '../api/endpoints.ts'
import { publicJwkOf } from '../keys/decryption-key.ts'
import { certifiedJwt } from '../keys/signer.ts'
import { AccessTokens } from './access-tokens.ts'
import { CredentialEndpoint } from './credential-endpoint.ts'
import type { IssuingDependencies } from './dependencies.ts'
import { Issuances } from './issuances.ts'
import { authorizationServerMetadata, issuerMetadata } from './metadata.ts'
import { notificationEndpoint } from './notification-endpoint.ts'
import { Refilling } from './refilling.ts'
import { TokenEndpoint } from './token-endpoint.ts'

/** Issuance by pre-authorized code (OpenID4VCI 1.0): offers, and the endpoints that wallets call, one file each. */
export function createIssuing(given: IssuingDependencies) {
  const { publicUrl, definitions, nonces, decryption, signer, now } = given
  const refilling = new Refilling(given)
  const issuances = new Issuances({ ...given, refilling })
  const dependencies = { ...given, refilling, issuances, tokens: new AccessTokens(given) }
  const tokenEndpoint = new TokenEndpoint(dependencies)
  const credentialEndpoint = new CredentialEndpoint(dependencies)

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
    token: (request, dpop) => tokenEndpoint.token(request, dpop),
    nonce: () => ({ c_nonce: nonces.create() }),
    credential: (authorization, request) => credentialEndpoint.credential(authorization, request),
    notify: notificationEndpoint(dependencies),
    unreadable: (of) => issuances.unreadable(of),
  }
  return { issuances, endpoints }
}
