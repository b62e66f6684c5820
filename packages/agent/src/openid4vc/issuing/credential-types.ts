import { endpointPaths } from '../api/endpoints.ts'
import type { Definition } from '../store/definition.ts'
import { claimsOfType } from './claims.ts'

/** The identifier of a kind of credential, where its type metadata stands (SD-JWT VC, `vct`). */
export const credentialType = (publicUrl: string, definitionKey: string): string =>
  `${publicUrl}${endpointPaths.types}/${definitionKey}`

/** SD-JWT VC type metadata. */
export const typeMetadata = (publicUrl: string, { id, name, attributeNames }: Definition): object => ({
  vct: credentialType(publicUrl, id),
  name,
  display: [{ locale: 'en', name }],
  claims: claimsOfType(attributeNames).map(({ path, label }) => ({
    path,
    display: [{ locale: 'en', label }],
    sd: 'always',
  })),
})
