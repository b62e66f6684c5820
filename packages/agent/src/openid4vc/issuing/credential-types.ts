import { locale } from '@lastmile/contracts/site'
import { endpointPaths } from '../api/endpoints.ts'
import type { Definition } from '../store/definition.ts'
import { claimsOfType } from './claims.ts'

/** The identifier of a kind of credential, where its type metadata stands (SD-JWT VC, `vct`). */
export const credentialType = (publicUrl: string, slug: string): string => `${publicUrl}${endpointPaths.types}/${slug}`

/**
 * A card's logo and colours, where they are known, as metadata of either kind have them (OpenID4VCI 1.0, 12.2.4; SD-JWT
 * VC, rendering method `simple`).
 */
export const lookOf = (publicUrl: string, { look, ...words }: Definition): object =>
  look
    ? {
        ...(look.picture && { logo: { uri: new URL(look.picture, publicUrl).href, alt_text: nameOf(words) } }),
        background_color: look.backgroundColor,
        text_color: look.textColor,
      }
    : {}

const nameOf = ({ name, label }: Definition): string => label ?? name

/** The texts of a card, in the site's language. */
export const wordsOf = (definition: Definition) => ({
  name: nameOf(definition),
  ...(definition.note !== undefined && { description: definition.note }),
})

/** SD-JWT VC type metadata (draft-ietf-oauth-sd-jwt-vc, Type Metadata). @param slug that its reader knows it by */
export const typeMetadata = (publicUrl: string, definition: Definition, slug: string): object => ({
  vct: credentialType(publicUrl, slug),
  ...wordsOf(definition),
  display: [{ locale, ...wordsOf(definition), rendering: { simple: lookOf(publicUrl, definition) } }],
  claims: claimsOfType(definition.attributeNames, definition.attributeLabels).map(({ path, label }) => ({
    path,
    display: [{ locale, label }],
    sd: 'always',
  })),
})
