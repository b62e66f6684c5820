import { limits } from '@lastmile/contracts'
import { z } from 'zod'
import { number, signedNumber } from './presentation-schema.ts'

/** Only the link secret is hidden from the issuer (AnonCreds specification, "Credential Request"). */
const linkSecret = 'master_secret'
const nothing = z.strictObject({})

/**
 * An AnonCreds credential request. The native library raises numbers to powers for every hidden and committed attribute
 * that is named, however many there are; an honest wallet names its link secret alone.
 */
export const credentialRequestSchema = z.object({
  entropy: z.string().max(limits.id).nullish(),
  prover_did: z.string().max(limits.id).nullish(),
  cred_def_id: z.string().max(limits.id),
  blinded_ms: z.object({
    u: number,
    /** A point on a curve, in hexadecimal. */
    ur: z.string().max(1_000).nullish(),
    hidden_attributes: z.tuple([z.literal(linkSecret)]),
    committed_attributes: nothing.default({}),
  }),
  blinded_ms_correctness_proof: z.object({
    c: number,
    v_dash_cap: signedNumber,
    m_caps: z.strictObject({ [linkSecret]: number }),
    r_caps: nothing.default({}),
  }),
  nonce: number,
})

/** Values in an honest request, with room. */
export const mostRequestValues = 50
