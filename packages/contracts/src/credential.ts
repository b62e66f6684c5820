import { z } from 'zod'
import { credentialVersion, limits } from './constants.ts'
import { fieldRules } from './field-rules.ts'
import { keyLine, line } from './text-schema.ts'
import { uploadLimits } from './uploaded.ts'

export const attributeName = keyLine(limits.attributeName)

/** A credential's attribute: always text, as AnonCreds signs it; dates are YYYYMMDD. */
export const credentialAttribute = z.object({
  name: attributeName,
  value: z.string().max(limits.attributeValue),
})
export type CredentialAttribute = z.infer<typeof credentialAttribute>

const distinctNames = (attributes: { name: string }[]) =>
  new Set(attributes.map((attribute) => attribute.name.toLowerCase().replaceAll(' ', ''))).size === attributes.length

const listOf = <Attribute extends z.ZodType<{ name: string }>>(attribute: Attribute) =>
  z.array(attribute).min(1).max(limits.attributesPerCredential).refine(distinctNames, fieldRules.sameAttribute)

export const credentialAttributes = listOf(credentialAttribute)

const entryRule = z.discriminatedUnion('kind', [
  /** One line of text. */
  z.strictObject({ kind: z.literal('line'), max: z.int().min(1).max(limits.attributeText) }),
  /** YYYYMMDD, a day of the calendar from 1900 to 2100. */
  z.strictObject({ kind: z.literal('date') }),
  /** One of these words. */
  z.strictObject({ kind: z.literal('choice'), of: z.array(line(limits.name)).min(1).max(50) }),
])
export type EntryRule = z.infer<typeof entryRule>

/** An attribute in content. Neither `label` nor `entry` is ever signed. */
export const contentAttribute = credentialAttribute.extend({
  /** The text that people read in place of the name. */
  label: line(limits.name).optional(),
  /** Absent: only content's value is signed. */
  entry: entryRule.optional(),
})
export type ContentAttribute = z.infer<typeof contentAttribute>

/**
 * A credential to issue (docs/product.md, section 3). The name becomes the last part of the colon-separated
 * `cred_def_id`, so it holds no colon.
 */
export const credentialToIssue = z.object({
  name: line(limits.name).refine((name) => !name.includes(':'), fieldRules.colon),
  /** The text that people read in place of the name. */
  label: line(limits.name).optional(),
  icon: z.string().max(uploadLimits.picture).optional(),
  version: z
    .string()
    .max(20)
    .regex(/^\d+(\.\d+){0,2}$/, fieldRules.version)
    .default(credentialVersion),
  attributes: listOf(contentAttribute),
  /** Whether the credential can be revoked later. */
  revocable: z.boolean().default(true),
})
export type CredentialToIssue = z.infer<typeof credentialToIssue>
