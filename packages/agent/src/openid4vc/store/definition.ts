import { z } from 'zod'
import type { Kind, Records } from '../../core/records.ts'
import { hashOf } from '../keys/secrets.ts'

/** A kind of credential that this site issues. */
export const definition = z.object({
  /** Our own key. */
  id: z.string(),
  /** Stand for it in addresses: the first in new ones, the others in those of credentials that are out there. */
  slugs: z.array(z.string()).default([]),
  name: z.string(),
  version: z.string(),
  attributeNames: z.array(z.string()),
  revocable: z.boolean(),
  issuerName: z.string().optional(),
  label: z.string().optional(),
  attributeLabels: z.array(z.string()).optional(),
  note: z.string().optional(),
  look: z.object({ backgroundColor: z.string(), textColor: z.string(), picture: z.string().optional() }).optional(),
})
export type Definition = z.infer<typeof definition>

export const definitions: Kind<Definition> = {
  type: 'Openid4vcDefinition',
  schema: definition,
  tagsOf: ({ slugs }) => ({ kind: 'definition', slugs }),
}

/** The same for each key and in every address, where names may hold what no address does (RFC 3986, 2). */
export const slugOf = (key: string): string => hashOf(key).slice(0, 22)

/** Gives definitions of earlier versions, whose key stood in addresses, a slug beside it. Call at the start. */
export async function addSlugs(definitions: Records<Definition>): Promise<void> {
  for (const found of await definitions.findBy('kind', 'definition')) {
    const { id, slugs } = found.value
    if (slugs.length === 0) await definitions.change(found, { ...found.value, slugs: [slugOf(id), id] })
  }
}
