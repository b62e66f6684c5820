import type { Records } from '../../core/records.ts'
import type { IssuingEndpoints } from '../api/endpoints.ts'
import { type DecryptionKey, publicJwkOf } from '../keys/decryption-key.ts'
import { certifiedJwt } from '../keys/signer.ts'
import type { MessageRecorder } from '../messages/openid4vc-recorder.ts'
import type { Issuance } from '../store/issuance.ts'
import { AccessTokens } from './access-tokens.ts'
import { CredentialEndpoint } from './credential-endpoint.ts'
import { Issuances } from './issuances.ts'
import { authorizationServerMetadata, issuerMetadata } from './metadata.ts'
import type { Nonces } from './nonces.ts'
import { NotificationEndpoint } from './notification-endpoint.ts'
import { Refilling, type RefillingDependencies } from './refilling.ts'
import { TokenEndpoint } from './token-endpoint.ts'

interface Dependencies extends Omit<RefillingDependencies, 'issuances'> {
  publicUrl: string
  records: Records<Issuance>
  nonces: Nonces
  dpopNonces: Nonces
  /** The key of wallets' requests. */
  decryption(): DecryptionKey
  recorder: MessageRecorder
}

/** Issuance by pre-authorized code (OpenID4VCI 1.0): offers, and the endpoints that wallets call, one file each. */
export function createIssuing(given: Dependencies) {
  const { publicUrl, definitions, records, nonces, decryption, signer, now } = given
  const refilling = new Refilling({ ...given, issuances: records })
  const issuances = new Issuances({ ...given, issuances: records, refilling })
  const dependencies = { ...given, refilling, issuances, tokens: new AccessTokens(given) }
  const tokenEndpoint = new TokenEndpoint(dependencies)
  const credentialEndpoint = new CredentialEndpoint(dependencies)
  const notificationEndpoint = new NotificationEndpoint(dependencies)

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
    notify: (authorization, request) => notificationEndpoint.notify(authorization, request),
    unreadable: (of) => issuances.unreadable(of),
  }
  return { issuances, endpoints }
}
