import { z } from 'zod'
import { limits, proofRequestVersion } from './constants.ts'
import { attributeName } from './credential.ts'
import { identifier, keyLine, line } from './text-schema.ts'

/**
 * The allowed sources of one requested value. All keys of one object must hold together (AND). A schema's name alone
 * never suffices: anyone can publish a schema of that name (docs/product.md, section 3).
 */
export const restriction = z
  .strictObject({
    cred_def_id: identifier.optional(),
    schema_id: identifier.optional(),
    schema_name: line(limits.name).optional(),
    schema_version: line(20).optional(),
    issuer_did: identifier.optional(),
    issuer_id: identifier.optional(),
  })
  .refine(
    (keys) => Boolean(keys.cred_def_id ?? keys.schema_id ?? keys.issuer_did ?? keys.issuer_id),
    'must name a credential definition, a schema id or an issuer',
  )
export type Restriction = z.infer<typeof restriction>

const restrictions = z.array(restriction).min(1).max(limits.restrictionsPerReferent)

/** Asks that the credential is not revoked. The verifier always asks for the present moment, whatever is sent. */
const nonRevoked = z.strictObject({ from: z.int().nonnegative().optional(), to: z.int().nonnegative().optional() })

export const requestedAttribute = z
  .strictObject({
    name: attributeName.optional(),
    names: z.array(attributeName).min(1).max(limits.namesPerReferent).optional(),
    restrictions,
    non_revoked: nonRevoked.optional(),
  })
  .refine((attribute) => (attribute.name === undefined) !== (attribute.names === undefined), 'needs name or names')

export const predicateOperator = z.enum(['>=', '>', '<=', '<'])
export type PredicateOperator = z.infer<typeof predicateOperator>

export const requestedPredicate = z.strictObject({
  name: attributeName,
  p_type: predicateOperator,
  /** AnonCreds compares 32-bit integers; dates are YYYYMMDD. */
  p_value: z.int().min(-2_147_483_648).max(2_147_483_647),
  restrictions,
  non_revoked: nonRevoked.optional(),
})

const referents = <Value extends z.ZodType>(value: Value) =>
  z.record(keyLine(limits.name), value).refine((all) => Object.keys(all).length <= limits.referentsPerProof, 'too many')

export const proofRequest = z
  .object({
    name: line(limits.name),
    version: z.string().max(20).default(proofRequestVersion),
    requested_attributes: referents(requestedAttribute).default({}),
    requested_predicates: referents(requestedPredicate).default({}),
    non_revoked: nonRevoked.optional(),
  })
  .refine(
    (request) =>
      Object.keys(request.requested_attributes).length + Object.keys(request.requested_predicates).length > 0,
    'must ask for something',
  )
export type ProofRequest = z.infer<typeof proofRequest>
