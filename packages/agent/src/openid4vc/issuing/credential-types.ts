import { endpointPaths } from '../api/endpoints.ts'
import type { Definition } from '../store/definition.ts'
import { claimsOfType } from './claims.ts'

/** The identifier of a kind of credential, where its type metadata stands (SD-JWT VC, `vct`). */
export const credentialType = (publicUrl: string, definitionKey: string): string =>
  `${publicUrl}${endpointPaths.types}/${definitionKey}`

/**
 * A card's logo and colours, where they are known, as metadata of either kind have them (OpenID4VCI 1.0, 12.2.4; SD-JWT
 * VC, rendering method `simple`).
 */
export const lookOf = (publicUrl: string, { name, look }: Definition): object =>
  look
    ? {
        ...(look.picture && { logo: { uri: publicUrl + look.picture, alt_text: name } }),
        background_color: look.backgroundColor,
        text_color: look.textColor,
      }
    : {}

/** SD-JWT VC type metadata (draft-ietf-oauth-sd-jwt-vc, Type Metadata). */
export const typeMetadata = (publicUrl: string, definition: Definition): object => ({
  vct: credentialType(publicUrl, definition.id),
  name: definition.name,
  display: [{ locale: 'en', name: definition.name, rendering: { simple: lookOf(publicUrl, definition) } }],
  claims: claimsOfType(definition.attributeNames).map(({ path, label }) => ({
    path,
    display: [{ locale: 'en', label }],
    sd: 'always',
  })),
})
