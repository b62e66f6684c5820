import { endpointPaths } from '../api/endpoints.ts'
import type { Definition } from '../store/definition.ts'

/** The identifier of a kind of credential, where its type metadata stands (SD-JWT VC, `vct`). */
export const credentialType = (publicUrl: string, definitionKey: string): string =>
  `${publicUrl}${endpointPaths.types}/${definitionKey}`

/** SD-JWT VC type metadata. */
export const typeMetadata = (publicUrl: string, { id, name, attributeNames }: Definition): object => ({
  vct: credentialType(publicUrl, id),
  name,
  display: [{ locale: 'en', name }],
  claims: attributeNames.map((attribute) => ({
    path: [claimName(attribute)],
    display: [{ locale: 'en', label: attribute }],
    sd: 'always',
  })),
})

/** Claims that say something of the credential itself (SD-JWT VC, 3.2.2; RFC 7519, 4.1; RFC 9901). */
const reserved = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'cnf', 'vct', 'vct#integrity', 'status', 'nonce'],
  ...['_sd', '_sd_alg', '...', '__proto__'],
])

/** The claim that an attribute becomes. */
export const claimName = (attribute: string): string => (reserved.has(attribute) ? `${attribute}_` : attribute)
