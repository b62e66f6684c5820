import { z } from 'zod'
import type { Kind } from '../../core/records.ts'

/** A kind of credential that this site issues. */
export const definition = z.object({
  /** Our own key. */
  id: z.string(),
  name: z.string(),
  version: z.string(),
  attributeNames: z.array(z.string()),
  revocable: z.boolean(),
  issuerName: z.string().optional(),
  look: z.object({ backgroundColor: z.string(), textColor: z.string(), picture: z.string().optional() }).optional(),
})
export type Definition = z.infer<typeof definition>

export const definitions: Kind<Definition> = {
  type: 'Openid4vcDefinition',
  schema: definition,
  tagsOf: () => ({ kind: 'definition' }),
}
