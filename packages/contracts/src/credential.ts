import { z } from 'zod'
import { credentialVersion, limits } from './constants.ts'
import { line } from './text-schema.ts'
import { uploadLimits } from './uploaded.ts'

export const attributeName = line(limits.attributeName)

/** A credential's attribute: always text, as AnonCreds signs it; dates are YYYYMMDD. */
export const credentialAttribute = z.object({
  name: attributeName,
  value: z.string().max(limits.attributeValue),
})
export type CredentialAttribute = z.infer<typeof credentialAttribute>

const distinctNames = (attributes: { name: string }[]) =>
  new Set(attributes.map((attribute) => attribute.name.toLowerCase().replaceAll(' ', ''))).size === attributes.length

export const credentialAttributes = z
  .array(credentialAttribute)
  .min(1)
  .max(limits.attributesPerCredential)
  .refine(distinctNames, 'attribute names must differ')

/**
 * A credential to issue (specification, section 3). The name becomes the last part of the colon-separated
 * `cred_def_id`, so it holds no colon.
 */
export const credentialToIssue = z.object({
  name: line(limits.name).refine((name) => !name.includes(':'), 'must not contain a colon'),
  icon: z.string().max(uploadLimits.picture).optional(),
  version: z
    .string()
    .max(20)
    .regex(/^\d+(\.\d+){0,2}$/, 'must look like 2.0')
    .default(credentialVersion),
  attributes: credentialAttributes,
  /** Whether the credential can be revoked later. */
  revocable: z.boolean().default(true),
})
export type CredentialToIssue = z.infer<typeof credentialToIssue>
